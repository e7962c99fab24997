import { type ReactElement, useId, useState, type ReactNode, type ComponentProps } from 'react';
import { Button, type ButtonProps, type Icon } from './Button.tsx';
import { Tooltip as RadixTooltip } from 'radix-ui';

type TooltipProps = {
  /** Null for no tooltip. */
  content: ReactNode;
  /** One element that takes a ref and event handlers. */
  children: ReactNode;
  /** Whether it also describes its element while closed, and opens on a tap, since a finger cannot hover. */
  essential?: boolean | undefined;
};

/** A short note on hover and focus. */
function Tooltip({ content, children, essential = false }: TooltipProps) {
  const [open, setOpen] = useState(false);
  const descriptionId = useId();
  const isShown = open && content !== null;
  return (
    <RadixTooltip.Provider delayDuration={300}>
      <RadixTooltip.Root open={isShown} onOpenChange={(isOpen) => setOpen(isOpen && content !== null)}>
        <RadixTooltip.Trigger
          asChild
          // An open tooltip is already the element's description by Radix. With both it would be read twice.
          aria-describedby={essential && !open && content !== null ? descriptionId : undefined}
          onClick={(event) => {
            if (!essential || content === null) return;
            // Radix closes the tooltip on every click whose default is not prevented.
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
        {/* A list has many tooltips, so only the open one is rendered. */}
        {isShown && (
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
  /** Why it cannot be pressed now. The button is disabled if, and only if, there is a reason. */
  disabledReason?: string | undefined;
};

export function ReasonButton(props: ReasonButtonProps) {
  // Depends on the presence of the prop, not on its value: if the elements changed with the value, the focus would be lost.
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
  /** The button's name, for screen readers. */
  label: string;
  /** Whether it shows the name on hover and focus, for an icon that is not clear by itself. */
  tooltip?: boolean | undefined;
};

/** A square button with an icon only. */
export function IconButton({ label, tooltip = false, kind = 'ghost', ...rest }: IconButtonProps) {
  const button = <ReasonButton {...rest} kind={kind} square aria-label={label} />;
  return tooltip ? <Tooltip content={label}>{button}</Tooltip> : button;
}
