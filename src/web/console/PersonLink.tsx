import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/paths.ts';
import { classNames } from '#web/ui/classNames.ts';

type PersonLinkProps = {
  /** The participant's id. */
  id: number;
  className?: string | undefined;
  /** Opens a new tab, if leaving the page would lose what was typed. */
  isNewTab?: boolean | undefined;
  /** The name, or a text in its place. */
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

/** The address of the audit log with all entries about a person. */
export function personActivityAddress(id: number): string {
  return `${paths.consoleTab('activity')}&participantId=${id}`;
}

/** A text in which a long email breaks after its @. */
export function EmailText({ children }: { children: string }) {
  const [start = '', ...rest] = children.split('@');
  return (
    <>
      {start}
      {rest.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the parts of one text have no other key
        <Fragment key={index}>
          @<wbr />
          {part}
        </Fragment>
      ))}
    </>
  );
}
