import { Slot } from 'radix-ui';
import type { ComponentProps, MouseEvent } from 'react';
import {
  buttonBase,
  buttonIconSizes,
  buttonKinds,
  buttonPadding,
  buttonShapes,
  buttonSquares,
  disabledLook,
  lipOf,
  outlineOf,
  type ButtonKind,
  type ButtonSize,
} from './buttonStyles.ts';
import { classNames } from './classNames.ts';
import type { Icon } from './icon.ts';
import { Spinner } from './Spinner.tsx';
import { Tooltip } from './Tooltip.tsx';

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  kind?: ButtonKind | undefined;
  size?: ButtonSize | undefined;
  icon?: Icon | undefined;
  /** Under way: the ring turns and clicks do nothing, but focus stays where it is. */
  pending?: boolean | undefined;
  /** What the button says meanwhile, in -ing: "Logging…". */
  pendingLabel?: string | undefined;
  /** Why it may not be pressed now. There is no disabling without a reason. */
  disabledReason?: string | undefined;
  /** Lends the looks to the one child, a link for instance. */
  asChild?: boolean | undefined;
  /** As wide as it is high; `IconButton` is the way to one. */
  square?: boolean | undefined;
};

export function Button(props: ButtonProps) {
  const {
    kind = 'primary',
    size = 'medium',
    icon: ButtonIcon,
    pending = false,
    pendingLabel,
    disabledReason,
    asChild = false,
    square = false,
    className,
    children,
    onClick,
    type = 'button',
    ...rest
  } = props;
  const disabled = disabledReason !== undefined;
  const blocked = pending || disabled;
  const Element = asChild ? Slot.Root : 'button';

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    // Also holds back Enter in a field, which the browser turns into a click on the submit button.
    if (blocked) event.preventDefault();
    else onClick?.(event);
  }

  const button = (
    <Element
      {...rest}
      {...(asChild ? {} : { type })}
      aria-disabled={blocked || undefined}
      onClick={handleClick}
      className={classNames(
        buttonBase,
        buttonShapes[size],
        square ? buttonSquares[size] : buttonPadding[size],
        disabled ? disabledLook(kind) : buttonKinds[kind],
        !disabled && outlineOf(kind, size),
        !disabled && lipOf(kind, size),
        pending ? 'cursor-progress' : disabled ? 'cursor-not-allowed' : 'cursor-pointer',
        className,
      )}
    >
      {pending && <Spinner size={buttonIconSizes[size]} />}
      {!pending && ButtonIcon && <ButtonIcon size={buttonIconSizes[size]} className="shrink-0" aria-hidden />}
      <Slot.Slottable>{pending && !asChild ? (pendingLabel ?? children) : children}</Slot.Slottable>
    </Element>
  );

  // By the prop's presence, not its value: a tree that changes with it would drop the focus.
  if (!('disabledReason' in props)) return button;
  return (
    <Tooltip content={disabledReason ?? null} essential>
      {button}
    </Tooltip>
  );
}
