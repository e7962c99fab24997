import { type ReactElement, useId, useState, type ReactNode, type ComponentProps } from 'react';
import { Button, type ButtonProps, type Icon } from './Button.tsx';
import { Tooltip as RadixTooltip } from 'radix-ui';

type TooltipProps = {
  /** Null for no tip now. */
  content: ReactNode;
  /** One element that takes a ref and event handlers. */
  children: ReactNode;
  /** Describes its element even while closed, and opens on a tap too, since a finger cannot hover. */
  essential?: boolean | undefined;
};

/** A short note on hover and focus. */
function Tooltip({ content, children, essential = false }: TooltipProps) {
  const [open, setOpen] = useState(false);
  const descriptionId = useId();
  const shown = open && content !== null;
  return (
    <RadixTooltip.Provider delayDuration={300}>
      <RadixTooltip.Root open={shown} onOpenChange={(next) => setOpen(next && content !== null)}>
        <RadixTooltip.Trigger
          asChild
          // While open Radix points at the tip itself; both at once would be read twice.
          aria-describedby={essential && !open && content !== null ? descriptionId : undefined}
          onClick={(event) => {
            if (!essential || content === null) return;
            // Radix closes the tip on every click that is not marked as handled.
            event.preventDefault();
            setOpen(true);
          }}
        >
          {children}
        </RadixTooltip.Trigger>
        {essential && content !== null && (
          <span id={descriptionId} hidden>
            {content}
          </span>
        )}
        {/* A list has many tips. Only the open one is rendered. */}
        {shown && (
          <RadixTooltip.Portal>
            <RadixTooltip.Content
              sideOffset={6}
              collisionPadding={12}
              className="z-60 max-w-[280px] rounded-console bg-ink px-3 py-2 text-[0.875rem] leading-snug text-paper motion-safe:transition-opacity motion-safe:duration-150 motion-safe:starting:opacity-0"
            >
              {content}
            </RadixTooltip.Content>
          </RadixTooltip.Portal>
        )}
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  );
}

type ReasonButtonProps = Omit<ButtonProps, 'disabled' | 'wrap'> & {
  /** Why it may not be pressed now. There is no disabling without a reason. */
  disabledReason?: string | undefined;
};

export function ReasonButton(props: ReasonButtonProps) {
  // By the prop's presence, not its value: else the elements would change with it, and lose the focus.
  if (!('disabledReason' in props)) return <Button {...props} />;
  const { disabledReason, ...rest } = props;
  const withReason = (button: ReactElement) => (
    <Tooltip content={disabledReason ?? null} essential>
      {button}
    </Tooltip>
  );
  return <Button {...rest} disabled={disabledReason !== undefined} wrap={withReason} />;
}

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
  return tooltip ? <Tooltip content={label}>{button}</Tooltip> : button;
}
