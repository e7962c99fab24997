/** The frame's corners, of which the upper right one is the mark's gap with the grain about to close it. */
export function AimFrame() {
  return (
    <svg viewBox="0 0 290 290" aria-hidden="true" focusable="false">
      <path
        className="fill-none stroke-[oklch(0.985_0.012_95)] stroke-6 [stroke-linecap:round]"
        d="M4 64V30A26 26 0 0 1 30 4H64M4 226V260A26 26 0 0 0 30 286H64M286 226V260A26 26 0 0 1 260 286H226M226 4H246M286 46V64"
      />
      <g className="till-scanner-grain">
        <path
          transform="translate(272 18) rotate(45) scale(.86)"
          d="M-24 1.5C-17 -15 14 -16 24 1.5C14 15 -15 15.5 -24 1.5Z"
        />
      </g>
    </svg>
  );
}
