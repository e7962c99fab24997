import { type To, useLocation, useNavigate } from 'react-router';

/** The query parameter that opens a donation's details over whatever screen is open. */
export const DONATION_PARAMETER = 'donation';

/** Gives the address of a donation's details over this screen. */
export function useDonationAddress(): (id: number) => To {
  const { search } = useLocation();
  return (id) => {
    const query = new URLSearchParams(search);
    query.set(DONATION_PARAMETER, String(id));
    return { search: `?${query.toString()}` };
  };
}

/** Opens a donation's details over this screen, as the link to that address does. */
export function useOpenDonation(): (donation: { id: number }) => void {
  const addressOf = useDonationAddress();
  const navigate = useNavigate();
  return ({ id }) => void navigate(addressOf(id), { preventScrollReset: true });
}

/** The number in a part of the query that opens something over whatever screen is open, or null. */
export function overlayIn(searchParams: URLSearchParams, parameter: string): number | null {
  const text = searchParams.get(parameter);
  return text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}

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
