import { useState } from 'react';
import { Frame } from '#web/art/Frame.tsx';

const stage =
  'flex min-h-52 flex-col items-center justify-center rounded-large border-[1.5px] border-line bg-sunk';

/** The photo proof of a donation, or the frame that waits for it. */
export function DonationPhoto({ id, url }: { id: number; url: string | null }) {
  const [failed, setFailed] = useState(false);

  if (url === null) {
    return (
      <div className={`${stage} p-5 text-center`}>
        <Frame ghost size={104} />
        <p className="mt-2 text-[0.9375rem] font-semibold">No photo attached</p>
      </div>
    );
  }
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className={`${stage} overflow-clip text-[0.9375rem] font-semibold text-spruce underline underline-offset-4`}
    >
      {failed ? (
        <span className="p-5">Open the photo in a new tab</span>
      ) : (
        <img
          src={url}
          alt={`What was given as donation ${id} (opens in a new tab)`}
          onError={() => setFailed(true)}
          className="max-h-80 w-full object-contain"
        />
      )}
    </a>
  );
}
