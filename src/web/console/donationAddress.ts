import { useLocation, useNavigate, type To } from 'react-router';

/** The query parameter that opens a donation's details over whatever screen is open. */
export const DONATION_PARAMETER = 'donation';

/** The donation that an address names, or null. */
export function donationIn(searchParams: URLSearchParams): number | null {
  const text = searchParams.get(DONATION_PARAMETER);
  return text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}

/** Gives the address of a donation's details over this screen. */
export function useDonationAddress(): (id: number) => To {
  const { search } = useLocation();
  return (id) => {
    const withDonation = new URLSearchParams(search);
    withDonation.set(DONATION_PARAMETER, String(id));
    return { search: `?${withDonation.toString()}` };
  };
}

/** Opens a donation's details over this screen, as the link to that address does. */
export function useOpenDonation(): (donation: { id: number }) => void {
  const addressOf = useDonationAddress();
  const navigate = useNavigate();
  return ({ id }) => void navigate(addressOf(id), { preventScrollReset: true });
}
