import type { ReactNode } from 'react';

export type DrawingProps = {
  size?: number | undefined;
  /** Whether it is only a dotted outline, for an object that is missing. */
  isDotted?: boolean | undefined;
  className?: string | undefined;
};

type DrawingFrameProps = DrawingProps & {
  /** The paths of the shapes in wheat. */
  wheat: readonly string[];
  /** The lines. */
  children: ReactNode;
};

/** A drawn object: shapes in wheat, slightly displaced, with lines over them. It stands on y = 110 of 120. */
export function Drawing({ size = 96, isDotted = false, className = '', wheat, children }: DrawingFrameProps) {
  return (
    <svg
      viewBox="0 0 120 120"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
      className={`h-auto min-w-0 ${className}`}
    >
      {!isDotted && (
        <g className="fill-ink2" transform="translate(3 2.5)">
          {wheat.map((shape) => (
            <path key={shape} d={shape} />
          ))}
        </g>
      )}
      <g
        fill="none"
        className={isDotted ? 'stroke-edge' : 'stroke-ink1'}
        strokeWidth={isDotted ? 2.4 : 3.1}
        strokeDasharray={isDotted ? '1 5.8' : undefined}
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {children}
      </g>
    </svg>
  );
}
