import type { ComponentType } from 'react';

/** What every icon slot accepts: a lucide icon, or a drawing of our own with the same few props. */
export type Icon = ComponentType<{
  size?: number;
  className?: string;
  'aria-hidden'?: true;
}>;
