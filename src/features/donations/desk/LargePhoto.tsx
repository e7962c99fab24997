import type { DonationRow } from '#features/donations/contract.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { bagName } from './deskWords.ts';

/** The photo alone, in the whole window. */
export function LargePhoto({ donation, onClose }: { donation: DonationRow; onClose: () => void }) {
  if (donation.photoUrl === null) return null;
  return (
    <Dialog
      open
      onClose={onClose}
      size="photo"
      title={`Photo of ${bagName(donation)}`}
      error={null}
      pending={false}
    >
      <img
        src={donation.photoUrl}
        alt={`What was given as ${bagName(donation)}`}
        className="size-full object-contain"
      />
    </Dialog>
  );
}
