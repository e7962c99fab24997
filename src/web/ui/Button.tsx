import { Slot } from 'radix-ui';
import { Children, type ComponentProps, type MouseEvent, type ReactElement, type ReactNode } from 'react';
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
import { useIsHydrated } from './hydration.tsx';

export type ButtonProps = ComponentProps<'button'> & {
  kind?: ButtonKind | undefined;
  size?: ButtonSize | undefined;
  icon?: Icon | undefined;
  /** Under way: the ring turns and clicks do nothing, but focus stays where it is. */
  pending?: boolean | undefined;
  /** What the button says meanwhile, in -ing: "Logging…". */
  pendingLabel?: string | undefined;
  /** Lends the looks to the one child, a link for instance. */
  asChild?: boolean | undefined;
  /** As wide as it is high; `IconButton` is the way to one. */
  square?: boolean | undefined;
  /** Puts something round the element itself: `ReasonButton` its tip. */
  wrap?: ((button: ReactElement) => ReactNode) | undefined;
};

/** A button. `ReasonButton` is the way to one that says why it may not be pressed. */
export function Button({
  kind = 'primary',
  size = 'medium',
  icon: ButtonIcon,
  pending = false,
  pendingLabel,
  disabled = false,
  asChild = false,
  square = false,
  wrap,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const isHydrated = useIsHydrated();
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
      {...(asChild ? {} : { type, disabled: !isHydrated })}
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
      <Slot.Slottable>
        {textInSpan(pending && !asChild ? (pendingLabel ?? children) : children)}
      </Slot.Slottable>
    </Element>
  );
  return wrap ? wrap(button) : button;
}

/** The spinner comes and goes before the text: bare, a translated text would be lost to React (tolerateTranslator.ts). */
function textInSpan(children: ReactNode): ReactNode {
  const parts = Children.toArray(children);
  const isText = parts.length > 0 && parts.every((part) => typeof part !== 'object');
  return isText ? <span>{children}</span> : children;
}
