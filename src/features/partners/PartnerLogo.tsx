import { useState } from 'react';
import { initials } from './initials.ts';

/** A store's logo, or its initials where there is none or it does not load. Its name stands beside it. */
export function PartnerLogo({ name, logo }: { name: string; logo: string | null }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (logo === null || failed === logo) {
    return (
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-shelf bg-spruce-tint text-[0.78125rem] font-[650] text-spruce select-none"
      >
        {initials(name)}
      </span>
    );
  }
  return (
    <img
      src={logo}
      alt=""
      width={32}
      height={32}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(logo)}
      className="size-8 shrink-0 rounded-shelf bg-white object-contain"
    />
  );
}
