import { CircleQuestionMark, Search } from 'lucide-react';
import { paletteKeys } from './shortcuts.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/classNames.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Kbd } from '#web/ui/Kbd.tsx';

type BarButtonProps = { onClick: () => void; className?: string | undefined };

/** Opens the palette. Where the bar is short of room it is its word, an icon with its keys, or the icon alone. */
export function CommandsButton({ onClick, className }: BarButtonProps) {
  return (
    <Button
      kind="panelGhost"
      size="console"
      icon={Search}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onClick}
      className={classNames('px-3 max-md:min-h-11', className)}
    >
      <span className="max-sm:sr-only md:max-xl:sr-only">Commands</span>
      <span aria-hidden="true" className="text-panel-muted max-md:hidden lg:max-xl:hidden">
        <Kbd>{paletteKeys()}</Kbd>
      </span>
    </Button>
  );
}

/** Opens the help on keys. */
export function ShortcutsButton({ onClick, className }: BarButtonProps) {
  return (
    <IconButton
      icon={CircleQuestionMark}
      label="Keyboard shortcuts"
      tooltip
      kind="panelGhost"
      size="console"
      aria-keyshortcuts="?"
      onClick={onClick}
      className={className}
    />
  );
}
