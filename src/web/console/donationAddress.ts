import { type To, useLocation, useNavigate } from 'react-router';
import { anyRow } from './useListAddress.ts';

/** The query parameter that opens a donation's details over any screen. */
export const DONATION_PARAMETER = 'donation';

/** Returns a function that gives the address of a donation's details over this screen. */
export function useDonationAddress(): (id: number) => To {
  const { search } = useLocation();
  return (id) => {
    const query = new URLSearchParams(search);
    query.set(DONATION_PARAMETER, String(id));
    return { search: `?${query.toString()}` };
  };
}

/** Returns a function that opens a donation's details over this screen. */
export function useOpenDonation(): (donation: { id: number }) => void {
  const addressOf = useDonationAddress();
  const navigate = useNavigate();
  return ({ id }) => void navigate(addressOf(id), { preventScrollReset: true });
}

/** The id of a row in a query parameter, or null. */
export function rowIdInQuery(searchParams: URLSearchParams, parameter: string): number | null {
  const text = anyRow(searchParams.get(parameter) ?? '');
  return text === '' ? null : Number(text);
}

/**
 * Goes back in history if the previous entry is this screen with that query, so that the history does not list it twice.
 *
 * @returns false if the previous entry is another, or the browser has no Navigation API.
 */
export function goBackTo(searchParams: URLSearchParams): boolean {
  const { navigation } = window as { navigation?: Navigation };
  const previous = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1];
  if (!previous?.url) return false;
  const { pathname, searchParams: previousSearchParams } = new URL(previous.url);
  if (pathname !== window.location.pathname || String(previousSearchParams) !== String(searchParams))
    return false;
  // Names the entry by its key, so that a second press does not go back twice.
  navigation?.traverseTo(previous.key);
  return true;
}
