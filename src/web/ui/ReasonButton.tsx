import type { ReactElement } from 'react';
import { Button, type ButtonProps } from './Button.tsx';
import { Tooltip } from './Tooltip.tsx';

type ReasonButtonProps = Omit<ButtonProps, 'disabled' | 'wrap'> & {
  /** Why it may not be pressed now. There is no disabling without a reason. */
  disabledReason?: string | undefined;
};

export function ReasonButton(props: ReasonButtonProps) {
  // By the prop's presence, not its value: a tree that changes with it would drop the focus.
  if (!('disabledReason' in props)) return <Button {...props} />;
  const { disabledReason, ...rest } = props;
  const withReason = (button: ReactElement) => (
    <Tooltip content={disabledReason ?? null} essential>
      {button}
    </Tooltip>
  );
  return <Button {...rest} disabled={disabledReason !== undefined} wrap={withReason} />;
}
