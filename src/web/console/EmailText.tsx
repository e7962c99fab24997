import { Fragment } from 'react';

/** A text in which an email that is too long for its line breaks after the @ first. */
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
