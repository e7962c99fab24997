import { Camera, Check, ExternalLink, ImageUp } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import type { DonationRow } from '#features/donations/contract.ts';

export type PhotoListProps = {
  donations: readonly DonationRow[];
  onUpload: (donation: DonationRow) => void;
};

export function PhotoStatus({ donation }: { donation: DonationRow }) {
  return donation.photoUrl === null ? (
    <Pill tone="wheat" icon={Camera} size="small">
      No Photo
    </Pill>
  ) : (
    <Pill tone="spruce" icon={Check} size="small">
      Has Photo
    </Pill>
  );
}

type UploadButtonProps = { donation: DonationRow; size: 'row' | 'small'; onClick: () => void };

export function UploadButton({ donation, size, onClick }: UploadButtonProps) {
  return (
    <Button kind="outline" size={size} icon={ImageUp} onClick={onClick} className="min-w-20 lg:min-w-24">
      {donation.photoUrl === null ? 'Upload' : 'Update'}
    </Button>
  );
}

/** Opens the photo by itself, where there is one. */
export function OpenPhotoLink({ donation, size }: { donation: DonationRow; size: 'row' | 'small' }) {
  if (donation.photoUrl === null) return null;
  return (
    <Button asChild kind="quiet" size={size} className="max-sm:px-2">
      <a href={donation.photoUrl} target="_blank" rel="noreferrer">
        <ExternalLink size={size === 'row' ? 14 : 18} aria-hidden="true" className="shrink-0" />
        <span className={size === 'row' ? 'max-lg:sr-only' : 'whitespace-nowrap'}>Open photo</span>
        <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      </a>
    </Button>
  );
}
