import { CardActions, CardHeading, CardRow, CardTop } from '#web/console/CardRow.tsx';
import { CodeActions, CodeStatus, expiryDay, OwnerLink, type CodeListProps } from './CodePieces.tsx';
import { ownerDetails, usesText } from './codeWords.ts';

/** The reward codes where no table has room. */
export function CodeCards({ codes, timeZone, ...actions }: CodeListProps) {
  return (
    <ul aria-label="Reward codes">
      {codes.map((code) => (
        <CardRow
          key={code.id}
          id={code.id}
          end={
            <CardActions many>
              <CodeActions code={code} size="small" {...actions} />
            </CardActions>
          }
        >
          <CardTop pill={<CodeStatus code={code} now={actions.now} />}>
            <CardHeading className="tracking-[.02em] tabular">{code.code}</CardHeading>
          </CardTop>
          <p className="mt-0.5 text-[0.9375rem] wrap-anywhere">
            <OwnerLink code={code} className="-my-2.5 inline-block py-2.5" />{' '}
            <span className="text-muted">{ownerDetails(code)}</span>
          </p>
          <p className="text-[0.9375rem] wrap-anywhere text-muted tabular">
            {usesText(code)} used, expires {expiryDay(code, timeZone)}
            {code.partner_name !== null && `, only at ${code.partner_name}`}
          </p>
        </CardRow>
      ))}
    </ul>
  );
}
