const spruces: readonly (readonly [x: number, scale: number])[] = [
  [330, 0.8],
  [352, 1.15],
  [371, 0.7],
  [742, 0.9],
  [766, 0.65],
  [1010, 0.7],
  [1030, 1.1],
  [1053, 1.3],
  [1076, 0.8],
];

/** A drawn horizon as wide as its container: a grain elevator, spruces, a fence, and the logo's loop as a low sun. */
export function Prairie({ className }: { className: string }) {
  return (
    <svg
      viewBox="0 0 1200 110"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      focusable="false"
      className={`block w-full ${className}`}
    >
      <path d="M0 89C300 84 800 92 1200 86V110H0Z" className="fill-ink2" />
      <g fill="none" className="stroke-ink1" strokeWidth={2.6} strokeLinecap="round" strokeLinejoin="round">
        <path d="M0 87C300 83 800 90 1200 85" />
        <path d="M150 85V40l8-10V12h26v18l8 10v45M158 30h26M166 85V70h10v15M192 85V56l26 8v21M163 20h16" />
        {spruces.map(([x, scale]) => (
          <path
            key={x}
            transform={`translate(${x} 86) scale(${scale})`}
            d="M0 0V-34M0-34l-6 9M0-34l6 9M0-25l-9 11M0-25l9 11M0-14l-12 12M0-14l12 12"
          />
        ))}
        <path
          d="M470 88v-14M500 88v-14M530 88v-14M560 89v-14M590 89v-14M464 78c44 3 86 1 132 2"
          strokeWidth={2}
        />
        <path
          d="M20 98l26-2M96 103l40-3M250 99l30-1M420 102l36-1M640 101l44 1M820 99l30 1M930 104l44-1M1110 98l40-2"
          strokeWidth={2}
        />
        <path d="M866 32A17 17 0 1 1 856 27" strokeWidth={4.5} />
      </g>
    </svg>
  );
}
