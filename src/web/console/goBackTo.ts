/**
 * Goes back to this screen under another query, where that is what came before in the history: written over what is left, it
 * would stand there twice. False where it is not, or where the browser does not tell.
 */
export function goBackTo(searchParams: URLSearchParams): boolean {
  const { navigation } = window as { navigation?: Navigation };
  const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1];
  if (!before?.url) return false;
  const { pathname, searchParams: searched } = new URL(before.url);
  if (pathname !== window.location.pathname || String(searched) !== String(searchParams)) return false;
  // By its key: a second press goes no further.
  navigation?.traverseTo(before.key);
  return true;
}
