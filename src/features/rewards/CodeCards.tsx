import { CardHeading, CardRow } from '#web/console/CardRow.tsx';
import { CodeActions, CodeStatus, expiryDay, type CodeListProps } from './CodePieces.tsx';
import { ownerDetails, ownerName, usesText } from './codeWords.ts';

/** The reward codes on a phone. */
export function CodeCards({ codes, timeZone, ...actions }: CodeListProps) {
  return (
    <ul aria-label="Reward codes">
      {codes.map((code) => (
        <CardRow key={code.id} id={code.id}>
          <div className="flex items-start justify-between gap-3">
            <CardHeading className="tracking-[.02em] tabular">{code.code}</CardHeading>
            <CodeStatus code={code} now={actions.now} />
          </div>
          <p className="mt-0.5 text-[0.9375rem] wrap-anywhere">
            {ownerName(code)} <span className="text-muted">{ownerDetails(code)}</span>
          </p>
          <p className="text-[0.9375rem] wrap-anywhere text-muted tabular">
            {usesText(code)} used, expires {expiryDay(code, timeZone)}
            {code.partner_name !== null && `, only at ${code.partner_name}`}
          </p>
          <div className="mt-3 flex flex-wrap gap-2 [&>*]:flex-1 [&>*]:px-1.5 [&>*]:whitespace-nowrap max-[26rem]:[&_svg]:hidden">
            <CodeActions code={code} size="small" {...actions} />
          </div>
        </CardRow>
      ))}
    </ul>
  );
}
