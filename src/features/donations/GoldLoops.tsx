import { Pip } from '#web/ui/Pip.tsx';
import { GOLD_DONATIONS } from './rules.ts';

type GoldLoopsProps = {
  /** Confirmed qualifying donations of this year. */
  confirmed: number;
  /** Pending qualifying donations of this year. */
  waiting: number;
  /** Texts under the closed loops, such as the month of each donation. */
  captions?: readonly string[] | undefined;
  /** For screen readers. Not needed if the count is written beside the loops. */
  label?: string | undefined;
  size: number;
  className?: string | undefined;
};

/** A loop for each donation that Gold takes: closed if it is confirmed, half closed if it is pending, else open. */
export function GoldLoops({ confirmed, waiting, captions, label, size, className = '' }: GoldLoopsProps) {
  const ariaAttributes = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    <span {...ariaAttributes} className={`flex w-full items-start justify-between ${className}`}>
      {Array.from({ length: GOLD_DONATIONS }, (_, index) => (
        <span key={index} className="flex flex-col items-center gap-1">
          {index >= confirmed && index < confirmed + waiting ? (
            <WaitingPip size={size} />
          ) : (
            <Pip closed={index < confirmed} size={size} />
          )}
          {captions?.[index] && <span className="t-small text-muted">{captions[index]}</span>}
        </span>
      ))}
    </span>
  );
}

function WaitingPip({ size }: { size: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
      className="shrink-0 stroke-spruce"
      fill="none"
      strokeLinecap="round"
    >
      <path d="M19.7 8.4A8.5 8.5 0 0 1 12 20.5" strokeWidth={3} />
      <path d="M12 20.5A8.5 8.5 0 0 1 15.6 4.3" strokeWidth={2.6} strokeDasharray=".01 4.6" />
    </svg>
  );
}
