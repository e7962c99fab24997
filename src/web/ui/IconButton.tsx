import type { ComponentProps } from 'react';
import { ReasonButton } from './ReasonButton.tsx';
import type { Icon } from './icon.ts';
import { Tooltip } from './Tooltip.tsx';

type IconButtonProps = Omit<
  ComponentProps<typeof ReasonButton>,
  'children' | 'icon' | 'asChild' | 'square' | 'pendingLabel' | 'aria-label'
> & {
  icon: Icon;
  /** The button's name, for those who cannot see the icon. */
  label: string;
  /** Shows the name on hover and focus too, where the icon alone leaves one guessing. */
  tooltip?: boolean | undefined;
};

/** A square button with an icon only. */
export function IconButton({ label, tooltip = false, kind = 'ghost', ...rest }: IconButtonProps) {
  const button = <ReasonButton {...rest} kind={kind} square aria-label={label} />;
  if (!tooltip) return button;
  // A disabled button already carries a tip with its reason.
  return <Tooltip content={rest.disabledReason === undefined ? label : null}>{button}</Tooltip>;
}
