import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/paths.ts';
import { classNames } from '#web/ui/classNames.ts';

type PersonLinkProps = {
  /** The participant's id. */
  id: number;
  className?: string | undefined;
  /** Whether it opens a new tab, because leaving the page would lose typed text. */
  isNewTab?: boolean | undefined;
  /** The name, or a text if there is none. */
  children: ReactNode;
};

/** A person's name in the console, as a link to their page. */
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

/** A text that may break after the @ of a long email. */
export function EmailText({ children }: { children: string }) {
  const [beforeAt = '', ...partsAfterAt] = children.split('@');
  return (
    <>
      {beforeAt}
      {partsAfterAt.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the parts of one text have no other key
        <Fragment key={index}>
          @<wbr />
          {part}
        </Fragment>
      ))}
    </>
  );
}
