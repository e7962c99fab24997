import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';

/** The bar of a full-height screen on a phone: a link back, and its children at the other end. */
export function PhoneBar({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <header className="on-panel flex min-h-14 items-center justify-between bg-panel px-2 text-panel-ink md:hidden">
      <Button asChild kind="panelGhost" size="small" className="px-2!">
        <Link to={paths.console}>
          <ArrowLeft size={20} aria-hidden="true" />
          {title}
        </Link>
      </Button>
      {children}
    </header>
  );
}
