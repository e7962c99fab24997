/** A loop that waits to be confirmed: half drawn, half dotted. */
export function WaitingPip({ size = 24 }: { size?: number | undefined }) {
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
