import type { ReactElement } from 'react';
import { PlainButton, type PlainButtonProps } from './PlainButton.tsx';
import { Tooltip } from './Tooltip.tsx';

type ButtonProps = Omit<PlainButtonProps, 'disabled' | 'wrap'> & {
  /** Why it may not be pressed now. There is no disabling without a reason. */
  disabledReason?: string | undefined;
};

export function Button(props: ButtonProps) {
  // By the prop's presence, not its value: a tree that changes with it would drop the focus.
  if (!('disabledReason' in props)) return <PlainButton {...props} />;
  const { disabledReason, ...rest } = props;
  const withReason = (button: ReactElement) => (
    <Tooltip content={disabledReason ?? null} essential>
      {button}
    </Tooltip>
  );
  return <PlainButton {...rest} disabled={disabledReason !== undefined} wrap={withReason} />;
}
