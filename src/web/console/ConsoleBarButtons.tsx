import { useQuery } from '@tanstack/react-query';
import { CircleQuestionMark, CircleUserRound, Search } from 'lucide-react';
import { Link } from 'react-router';
import { adminKnown } from '#web/guards.ts';
import { paths } from '#web/paths.ts';
import { paletteKeys } from './shortcuts.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/classNames.ts';
import { IconButton } from '#web/ui/ReasonButton.tsx';
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

/** One's own name, which leads to one's account. Where there is no room for it, its icon. */
export function AccountLink({ className, nameClassName }: { className?: string; nameClassName: string }) {
  const { data: me } = useQuery(adminKnown);
  return (
    <Button
      asChild
      kind="panelGhost"
      size="console"
      className={classNames('min-w-9 px-2.5 max-md:min-h-11', className)}
    >
      <Link to={paths.consolePassword}>
        <CircleUserRound size={17} aria-hidden="true" className="shrink-0" />
        <span className="sr-only">My account</span>
        {me?.authenticated && (
          <span className={classNames('max-w-40 truncate', nameClassName)}> {me.username}</span>
        )}
      </Link>
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
