import type { LucideIconData, LucideProps } from 'lucide-react/types';
import { createElement, type ReactNode } from 'react';

/** What lucide-react's own icons can do with the others nobody here asks for. */
type IconProps = Omit<LucideProps, 'color' | 'absoluteStrokeWidth' | 'nonScalingStroke'>;

/**
 * Takes the place of lucide-react's `createLucideIcon`, see vite.config.ts: its drawings in one component each
 * instead of two and a context, which are the dearest part of a row with buttons.
 */
// oxlint-disable-next-line import/no-default-export -- lucide-react imports it as such.
export default function lucideIcon({ node }: LucideIconData): (props: IconProps) => ReactNode {
  const drawing = node.map(([name, attributes]) => createElement(name, attributes));
  return ({ size = 24, ...rest }) => (
    <svg
      aria-hidden={'aria-label' in rest ? undefined : true}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...rest}
    >
      {drawing}
    </svg>
  );
}
