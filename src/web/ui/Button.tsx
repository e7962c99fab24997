import { Slot } from 'radix-ui';
import {
  Children,
  type ComponentProps,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type ComponentType,
} from 'react';
import { classNames } from './classNames.ts';
import { useIsHydrated } from './hydration.tsx';

export type ButtonKind =
  | 'primary'
  | 'outline'
  | 'ghost'
  | 'quiet'
  | 'wheat'
  | 'clay'
  | 'clayOutline'
  | 'clayGhost'
  | 'panelOutline'
  | 'panelGhost'
  | 'fieldOutline';

export type ButtonSize = 'row' | 'console' | 'small' | 'medium' | 'large' | 'till';

const buttonBase =
  'inline-flex select-none items-center justify-center text-center font-[650] leading-[1.2] no-underline motion-safe:transition-transform motion-safe:duration-150 forced-colors:border';

const buttonKinds: Record<ButtonKind, string> = {
  primary: 'bg-spruce text-on-spruce hover:bg-[color-mix(in_oklab,var(--spruce)_84%,var(--ink))]',
  outline: 'border-spruce bg-raised text-spruce hover:bg-spruce-tint',
  ghost: 'text-spruce hover:bg-spruce-tint',
  quiet: 'text-muted hover:bg-spruce-tint hover:text-ink',
  wheat: 'bg-wheat text-on-wheat hover:bg-[color-mix(in_oklab,var(--wheat)_88%,var(--on-wheat))]',
  clay: 'bg-clay text-on-clay hover:bg-[color-mix(in_oklab,var(--clay)_86%,var(--ink))]',
  clayOutline: 'border-clay bg-raised text-clay hover:bg-clay-tint hover:text-clay-deep',
  clayGhost: 'text-clay hover:bg-clay-tint hover:text-clay-deep',
  panelOutline: 'border-panel-muted text-panel-ink hover:bg-panel-2',
  panelGhost: 'text-panel-ink hover:bg-panel-2',
  fieldOutline: 'border-field-ink text-field-ink hover:bg-field-ink/10',
};

/** The shape and type of each size, without the padding, which square buttons do not have. */
const buttonShapes: Record<ButtonSize, string> = {
  row: 'min-h-7 gap-1.5 rounded-console text-[0.8125rem]',
  console: 'min-h-9 gap-2.5 rounded-console text-[0.90625rem]',
  small: 'min-h-11 gap-2 rounded-control text-[0.9375rem] sm:min-h-10',
  medium: 'min-h-12 gap-2.5 rounded-control text-[1.03125rem]',
  large: 'min-h-14 gap-3 rounded-large text-[1.09375rem]',
  till: 'min-h-[68px] gap-3 rounded-large text-[1.375rem]',
};

const buttonPadding: Record<ButtonSize, string> = {
  row: 'px-2.5 py-0.5',
  console: 'px-4 py-1',
  small: 'px-4 py-1.5',
  medium: 'px-[22px] py-2',
  large: 'px-7 py-2.5',
  till: 'px-8 py-3',
};

const buttonIconSizes: Record<ButtonSize, number> = {
  row: 14,
  console: 17,
  small: 18,
  medium: 19,
  large: 20,
  till: 24,
};

const outlinedKinds: ReadonlySet<ButtonKind> = new Set(['outline', 'clayOutline', 'fieldOutline']);

/** The classes of a button's outline. It is thinner in rows and on panels. */
function outlineOf(kind: ButtonKind, size: ButtonSize): string | false {
  if (kind === 'panelOutline') return 'border-[1.5px]';
  return outlinedKinds.has(kind) && (size === 'row' ? 'border-[1.5px]' : 'border-2');
}

const solidKinds: ReadonlySet<ButtonKind> = new Set(['primary', 'wheat', 'clay']);

/** The classes of the darker lower edge of solid buttons, which sink when pressed. The console's sizes have none. */
function lipOf(kind: ButtonKind, size: ButtonSize): string | false {
  if (size === 'row' || size === 'console') return false;
  return solidKinds.has(kind) && 'lip active:translate-y-px active:shadow-none';
}

const transparentKinds: ReadonlySet<ButtonKind> = new Set(['ghost', 'quiet', 'clayGhost']);

function enabledLook(kind: ButtonKind, size: ButtonSize): string {
  return classNames(buttonKinds[kind], outlineOf(kind, size), lipOf(kind, size));
}

/** The classes of a disabled button. It stays readable, since it can have the focus and show its reason. */
function disabledLook(kind: ButtonKind): string {
  return transparentKinds.has(kind) ? 'text-muted' : 'border-[1.5px] border-line bg-sunk text-muted';
}

const buttonSquares: Record<ButtonSize, string> = {
  row: 'w-7',
  console: 'w-9',
  small: 'w-11 sm:w-10',
  medium: 'w-12',
  large: 'w-14',
  till: 'w-[68px]',
};

export type ButtonProps = ComponentProps<'button'> & {
  kind?: ButtonKind | undefined;
  size?: ButtonSize | undefined;
  icon?: Icon | undefined;
  /** Whether its action is running. Then a ring turns and clicks do nothing, but the focus stays. */
  pending?: boolean | undefined;
  /** The label while pending: "Logging…". */
  pendingLabel?: string | undefined;
  /** Styles the single child, such as a link, instead of rendering a button. */
  asChild?: boolean | undefined;
  /** Whether it is as wide as it is high, for an icon alone. */
  square?: boolean | undefined;
  /** Wraps the button's element. `ReasonButton` uses it for its tooltip. */
  wrap?: ((button: ReactElement) => ReactNode) | undefined;
};

/** A button. Use `ReasonButton` for one that explains why it is disabled. */
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
  const isBlocked = pending || disabled;
  const Element = asChild ? Slot.Root : 'button';

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    // Also blocks Enter in a field, which the browser turns into a click on the submit button.
    if (isBlocked) event.preventDefault();
    else onClick?.(event);
  }

  const button = (
    <Element
      {...rest}
      {...(asChild ? {} : { type, disabled: !isHydrated })}
      aria-disabled={isBlocked || undefined}
      onClick={handleClick}
      className={classNames(
        buttonBase,
        buttonShapes[size],
        square ? buttonSquares[size] : buttonPadding[size],
        disabled ? disabledLook(kind) : enabledLook(kind, size),
        cursorOf(pending, disabled),
        className,
      )}
    >
      {pending && <Spinner size={buttonIconSizes[size]} />}
      {!pending && ButtonIcon && <ButtonIcon size={buttonIconSizes[size]} className="shrink-0" aria-hidden />}
      <Slot.Slottable>
        {pending && pendingLabel !== undefined ? (
          <span>{pendingLabel}</span>
        ) : (
          wrapLabel(children, pendingLabel !== undefined)
        )}
      </Slot.Slottable>
    </Element>
  );
  return wrap ? wrap(button) : button;
}

function cursorOf(pending: boolean, disabled: boolean): string {
  if (pending) return 'cursor-progress';
  return disabled ? 'cursor-not-allowed' : 'cursor-pointer';
}

/**
 * Puts a text in a span, because a browser's translator replaces bare texts, and React could then no longer change them. A
 * label with elements gets a span that does not affect its layout, and only if another label replaces it.
 */
function wrapLabel(label: ReactNode, isReplaced: boolean): ReactNode {
  const parts = Children.toArray(label);
  if (parts.length === 0) return label;
  if (parts.every((part) => typeof part !== 'object')) return <span>{label}</span>;
  return isReplaced ? (
    <span key="label" className="contents">
      {label}
    </span>
  ) : (
    label
  );
}

/** The logo's open ring, which turns unless the visitor prefers reduced motion. */
export function Spinner({ size = 18, className }: { size?: number; className?: string | undefined }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="3.4"
      strokeLinecap="round"
      className={classNames('shrink-0 motion-safe:animate-spin', className)}
    >
      <path d="M19.99 9.09A8.5 8.5 0 1 1 14.91 4.01" />
    </svg>
  );
}

/** A lucide icon, or a drawing of our own with the same props. */
export type Icon = ComponentType<{
  size?: number;
  className?: string;
  'aria-hidden'?: true;
}>;
