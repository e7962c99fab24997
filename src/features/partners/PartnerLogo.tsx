import { useState } from 'react';
import { classNames } from '#web/ui/classNames.ts';

const sizes = {
  row: {
    pixels: 32,
    box: 'size-8 rounded-shelf',
    initials: 'bg-spruce-tint text-[0.78125rem] font-[650]',
  },
  list: {
    pixels: 52,
    box: 'size-13 rounded-full border-2 border-spruce',
    initials: 'font-display text-[1.1875rem] leading-none font-bold',
  },
};

type PartnerLogoProps = { name: string; logo: string | null; size?: keyof typeof sizes | undefined };

/** A store's logo, or its initials if it has none or it fails to load. */
export function PartnerLogo({ name, logo, size = 'row' }: PartnerLogoProps) {
  const [failedLogo, setFailedLogo] = useState<string | null>(null);
  const { box, pixels, initials: initialsClass } = sizes[size];
  if (logo === null || failedLogo === logo) {
    return (
      <span
        aria-hidden="true"
        className={classNames('grid shrink-0 place-items-center text-spruce select-none', box, initialsClass)}
      >
        {initials(name)}
      </span>
    );
  }
  return (
    <img
      src={logo}
      alt=""
      width={pixels}
      height={pixels}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailedLogo(logo)}
      className={classNames('shrink-0 bg-white object-contain', box)}
    />
  );
}

/** The first letters of a name's first two words: `MS` of Main Street Thrift. */
export function initials(name: string): string {
  const firstLetters = name.match(/(?<![\p{L}\p{N}'’])[\p{L}\p{N}]/gu) ?? [];
  return firstLetters.slice(0, 2).join('').toUpperCase();
}
