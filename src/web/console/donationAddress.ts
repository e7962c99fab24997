import { type To, useLocation, useNavigate } from 'react-router';

/** The query parameter that opens a donation's details over any screen. */
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

/** Opens a donation's details over this screen, as its link does. */
export function useOpenDonation(): (donation: { id: number }) => void {
  const addressOf = useDonationAddress();
  const navigate = useNavigate();
  return ({ id }) => void navigate(addressOf(id), { preventScrollReset: true });
}

/** The id of a row in a query parameter, or null. */
export function rowIdInQuery(searchParams: URLSearchParams, parameter: string): number | null {
  const text = searchParams.get(parameter);
  return text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}

/**
 * Goes back in history if the entry before is this screen with that query. Else the history would have it twice.
 *
 * @returns false if it is another entry, or the browser has no Navigation API.
 */
export function goBackTo(searchParams: URLSearchParams): boolean {
  const { navigation } = window as { navigation?: Navigation };
  const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1];
  if (!before?.url) return false;
  const { pathname, searchParams: searched } = new URL(before.url);
  if (pathname !== window.location.pathname || String(searched) !== String(searchParams)) return false;
  // By its key, so that a second press goes no further.
  navigation?.traverseTo(before.key);
  return true;
}
