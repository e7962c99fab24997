import { useLocation, useNavigate, type To } from 'react-router';
import { withOverlay } from './overlayAddress.ts';

/** The query parameter that opens a donation's details over whatever screen is open. */
export const DONATION_PARAMETER = 'donation';

/** Gives the address of a donation's details over this screen. */
export function useDonationAddress(): (id: number) => To {
  const { search } = useLocation();
  return (id) => withOverlay(search, DONATION_PARAMETER, id);
}

/** Opens a donation's details over this screen, as the link to that address does. */
export function useOpenDonation(): (donation: { id: number }) => void {
  const addressOf = useDonationAddress();
  const navigate = useNavigate();
  return ({ id }) => void navigate(addressOf(id), { preventScrollReset: true });
}
