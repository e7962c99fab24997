import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useRef, useState } from 'react';
import type { ButtonSize, Icon } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/classNames.ts';
import { IconButton } from '#web/ui/ReasonButton.tsx';

interface MenuAction {
  label: string;
  icon: Icon;
  onSelect: () => void;
  /** For what destroys. */
  isClay?: boolean | undefined;
}

type ActionMenuProps = {
  /** Says whose actions they are, too: a list has many such menus. */
  label: string;
  actions: readonly MenuAction[];
  size?: ButtonSize | undefined;
  className?: string | undefined;
};

/** The less frequent actions of a row, behind three dots. */
export function ActionMenu({ label, actions, size = 'row', className }: ActionMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const chosen = useRef<MenuAction | null>(null);
  const [main, setMain] = useState<HTMLElement | null>(null);

  function handleOpenChange(open: boolean) {
    if (open) setMain(trigger.current?.closest<HTMLElement>('main') ?? null);
  }

  return (
    // Modal menus lock scrolling by an injected style sheet, which the content security policy refuses.
    <DropdownMenu.Root modal={false} onOpenChange={handleOpenChange}>
      <DropdownMenu.Trigger asChild>
        <IconButton
          ref={trigger}
          icon={Ellipsis}
          label={label}
          kind={size === 'row' ? 'quiet' : 'outline'}
          size={size}
          className={className}
        />
      </DropdownMenu.Trigger>
      {/* In main, since at the end of the body it would lie outside every landmark. */}
      <DropdownMenu.Portal container={main}>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={12}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const action = chosen.current;
            chosen.current = null;
            // A menu left by a click elsewhere must not pull the focus back.
            if (action || document.activeElement === document.body) trigger.current?.focus();
            // Only now, so that a dialog which the action opens gives the focus back to the menu's button.
            action?.onSelect();
          }}
          className="z-30 min-w-48 rounded-large border-[1.5px] border-line bg-raised p-1.5 text-ink shadow-toast"
        >
          {actions.map((action) => (
            <DropdownMenu.Item
              key={action.label}
              onSelect={() => {
                chosen.current = action;
              }}
              className={classNames(
                'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-console px-2.5 text-[0.90625rem] font-semibold outline-none max-md:min-h-11 max-md:text-base',
                action.isClay
                  ? 'text-clay data-[highlighted]:bg-clay-tint data-[highlighted]:text-clay-deep'
                  : 'data-[highlighted]:bg-spruce-tint',
              )}
            >
              <action.icon size={17} className="shrink-0" aria-hidden />
              {action.label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
