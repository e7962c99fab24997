import { Image, ZoomIn } from 'lucide-react';
import { useState } from 'react';
import { Frame } from '#web/art/Frame.tsx';
import { Button } from '#web/ui/Button.tsx';
import { useSwitch } from '#web/ui/rememberedSwitch.ts';
import { singleKeys } from '#web/console/shortcuts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Kbd } from '#web/ui/Kbd.tsx';
import { Skeleton, SkeletonBox } from '#web/ui/Skeleton.tsx';
import type { PendingDonation } from './contract.ts';

/** The photo of a donation, as large as there is room. */
export function DonationPhoto({ url, id, onEnlarge }: { url: string; id: number; onEnlarge: () => void }) {
  const [failed, setFailed] = useState(false);
  const [keysOn] = useSwitch(singleKeys);
  if (failed) {
    return (
      <a
        href={url}
        target="_blank"
        rel="noreferrer"
        className="grid min-h-56 place-items-center bg-sunk p-5 text-[0.9375rem] font-semibold text-spruce underline underline-offset-4 lg:rounded-console-card lg:border-[1.5px] lg:border-line"
      >
        Open the photo in a new tab
      </a>
    );
  }
  return (
    <div className="relative h-56 min-w-0 overflow-clip bg-sunk sm:h-80 lg:h-auto lg:min-h-[26rem] lg:rounded-console-card lg:border-[1.5px] lg:border-line">
      <img
        src={url}
        alt={`What was given as donation ${id}`}
        onError={() => setFailed(true)}
        className="absolute inset-0 size-full object-cover"
      />
      <span className="absolute start-3 bottom-3.5 inline-flex min-h-7 items-center gap-2 rounded-full bg-raised px-3 text-[0.84375rem] font-semibold max-lg:hidden">
        <Image size={16} aria-hidden="true" />
        Photo of {id}
      </span>
      <Button
        kind="quiet"
        size="small"
        icon={ZoomIn}
        aria-keyshortcuts="z"
        onClick={onEnlarge}
        className="absolute end-3 bottom-3 rounded-full! bg-raised! text-ink! sm:min-h-9! sm:px-3"
      >
        Enlarge
        {keysOn && (
          <span aria-hidden="true" className="flex max-lg:hidden">
            <Kbd>z</Kbd>
          </span>
        )}
      </Button>
    </div>
  );
}

/** Stands where a photo would, so that nobody looks for one. */
export function NoPhoto() {
  return (
    <div className="flex flex-col items-center justify-center gap-2 p-5 text-center max-lg:flex-row max-lg:border-b-[1.5px] max-lg:border-line max-lg:bg-sunk max-lg:py-3">
      <Frame ghost size={160} className="max-lg:w-16" />
      <p className="text-[0.9375rem] font-semibold text-muted">No photo attached</p>
    </div>
  );
}

/** The photo alone, in the whole window. */
export function LargePhoto({ item: { donation }, onClose }: { item: PendingDonation; onClose: () => void }) {
  if (donation.photoUrl === null) return null;
  return (
    <Dialog
      open
      onClose={onClose}
      size="photo"
      title={`Photo of donation ${donation.id}`}
      error={null}
      pending={false}
    >
      <img
        src={donation.photoUrl}
        alt={`What was given as donation ${donation.id}`}
        className="size-full object-contain"
      />
    </Dialog>
  );
}

/** The shape of a donation while the first one loads. */
export function StageSkeleton() {
  return (
    <div className="mx-auto w-full max-w-[472px] flex-1 p-6">
      <Skeleton rows={8} row={<SkeletonBox className="h-6 w-full" />} />
    </div>
  );
}
