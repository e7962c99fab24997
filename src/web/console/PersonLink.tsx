import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from '#web/ui/classNames.ts';
import { type PersonState, usePersonAddress } from './personAddress.ts';

type PersonLinkProps = PersonState & {
  /** The participant's number. */
  id: number;
  className?: string | undefined;
  /** The name, or whatever stands for it. */
  children: ReactNode;
};

/** A name in the console: it opens the sheet of whose it is. In a list the sheet goes on to the next of them. */
export function PersonLink({ id, row, className, children }: PersonLinkProps) {
  const addressOf = usePersonAddress();
  const state: PersonState = { row };
  return (
    <Link
      to={addressOf(id)}
      state={state}
      preventScrollReset
      data-person={id}
      className={classNames('rounded-shelf underline-offset-4 hover:underline', className)}
    >
      {children}
    </Link>
  );
}
