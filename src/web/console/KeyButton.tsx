import type { ComponentProps } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Kbd } from '#web/ui/Kbd.tsx';
import { useSwitch } from '#web/ui/rememberedSwitch.ts';
import { singleKeys } from './shortcuts.ts';

type KeyButtonProps = ComponentProps<typeof Button> & { keys: string };

/** A button that a single key presses, too, while its row of a sheet has the focus: then it shows the key. */
export function KeyButton({ keys, children, ...button }: KeyButtonProps) {
  return (
    <Button {...button} data-key={keys}>
      {children}
      <KeyHint>{keys}</KeyHint>
    </Button>
  );
}

/** The key of a button, seen while its row has the focus and single keys act. */
export function KeyHint({ children }: { children: string }) {
  const [on] = useSwitch(singleKeys);
  if (!on) return null;
  return (
    <span
      aria-hidden="true"
      className="-my-1 hidden group-focus-within/keys:inline-block max-md:hidden! pointer-coarse:hidden! [&>kbd]:h-5.5 [&>kbd]:min-w-5.5 [&>kbd]:px-1"
    >
      <Kbd>{children}</Kbd>
    </span>
  );
}
