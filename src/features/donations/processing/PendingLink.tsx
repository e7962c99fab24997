import { ArrowLeft } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { usePendingAddress } from './usePendingAddress.ts';
import { Button } from '#web/ui/Button.tsx';

/** The way out of processing. */
export function PendingLink(look: Pick<ComponentProps<typeof Button>, 'kind' | 'size' | 'className'>) {
  return (
    <Button asChild {...look}>
      <Link to={usePendingAddress()}>
        <ArrowLeft size={18} aria-hidden="true" />
        Pending
      </Link>
    </Button>
  );
}
