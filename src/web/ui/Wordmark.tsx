type LogoTone = 'spruce' | 'panel';

const ringFill: Record<LogoTone, string> = { spruce: 'fill-spruce', panel: 'fill-panel-ink' };

type LogoProps = { size?: number | undefined; tone?: LogoTone | undefined; className?: string | undefined };

/** The logo: an open ring with a grain in its gap. Screen readers ignore it, so it needs a text beside it. */
export function Logo({ size = 36, tone = 'spruce', className = '' }: LogoProps) {
  return (
    <svg
      viewBox="0 0 64 64"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
      className={`shrink-0 ${className}`}
    >
      <path
        className={ringFill[tone]}
        d="M58.28 26.70A28 28 0 1 1 37.30 5.72A4.200 4.200 0 0 1 35.15 13.72A18.2 18.2 0 1 0 50.28 28.85A4.200 4.200 0 0 1 58.28 26.70Z"
      />
      <path
        className="fill-wheat"
        transform="translate(47.7 16.3) rotate(45)"
        d="M-11 .8C-8 -6.800 7 -7.600 11.400 .6C7 7.400 -7 7.600 -11 .8Z"
      />
    </svg>
  );
}

const sizes = {
  header: { logo: 'size-8 bar:size-9', word: 'text-[1.5rem] bar:text-[1.6875rem]', gap: 'gap-2.5' },
  till: { logo: 'size-7.5', word: 'text-[1.5rem]', gap: 'gap-2' },
  footer: { logo: 'size-10', word: 'text-[2rem]', gap: 'gap-2.5' },
};

type WordmarkProps = {
  size?: keyof typeof sizes | undefined;
  tone?: LogoTone | undefined;
};

export function Wordmark({ size = 'header', tone = 'spruce' }: WordmarkProps) {
  const { logo, word, gap } = sizes[size];
  return (
    <span className={`inline-flex items-center ${gap} ${tone === 'panel' ? 'text-panel-ink' : 'text-ink'}`}>
      <Logo tone={tone} className={logo} />
      <span className={`font-display leading-none font-extrabold tracking-[-0.038em] ${word}`}>ReRound</span>
    </span>
  );
}
