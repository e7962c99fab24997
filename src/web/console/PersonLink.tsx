import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/paths.ts';
import { classNames } from '#web/ui/classNames.ts';

type PersonLinkProps = {
  /** The participant's number. */
  id: number;
  className?: string | undefined;
  /** Opens a tab of its own, where leaving would lose what was typed. */
  isNewTab?: boolean | undefined;
  /** The name, or whatever stands for it. */
  children: ReactNode;
};

/** A name in the console: it leads to the person's page. */
export function PersonLink({ id, className, isNewTab = false, children }: PersonLinkProps) {
  return (
    <Link
      to={paths.consolePerson(id)}
      target={isNewTab ? '_blank' : undefined}
      data-person={id}
      className={classNames('rounded-shelf underline-offset-4 hover:underline', className)}
    >
      {children}
      {isNewTab && <span className="sr-only"> (opens in a new tab)</span>}
    </Link>
  );
}
