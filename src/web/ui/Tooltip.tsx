import { Tooltip as RadixTooltip } from 'radix-ui';
import { useId, useState, type ReactNode } from 'react';

type TooltipProps = {
  /** Null for nothing to say now. */
  content: ReactNode;
  /** One element that takes a ref and event handlers. */
  children: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  /** Describes its element even while closed, and opens on a tap too, since a finger cannot hover. */
  essential?: boolean | undefined;
};

/** A short note on hover and focus. */
export function Tooltip({ content, children, side = 'top', essential = false }: TooltipProps) {
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
        {/* A list has many tips, and all but one are closed. */}
        {shown && (
          <RadixTooltip.Portal>
            <RadixTooltip.Content
              side={side}
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
