import type { LucideIconData, LucideProps } from 'lucide-react/types';
import { createElement, type ReactNode } from 'react';

/**
 * Takes the place of lucide-react's `createLucideIcon`, see vite.config.ts: its drawings without its three components
 * for each, which are the dearest part of a row with buttons.
 */
// oxlint-disable-next-line import/no-default-export -- lucide-react imports it as such.
export default function lucideIcon({ node }: LucideIconData): (props: LucideProps) => ReactNode {
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
