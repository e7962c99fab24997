import { classNames } from './classNames.ts';

/** The open ring, turning: something is under way. It stands still for those who asked for less motion. */
export function Spinner({ size = 18, className }: { size?: number; className?: string | undefined }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="3.4"
      strokeLinecap="round"
      className={classNames('shrink-0 motion-safe:animate-spin', className)}
    >
      <path d="M19.99 9.09A8.5 8.5 0 1 1 14.91 4.01" />
    </svg>
  );
}
