import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { CodeActions, CodeStatus, expiryDay, type CodeListProps } from './CodePieces.tsx';
import { ownerDetails, ownerName, usesText } from './codeWords.ts';

const card = 'border-t-[1.5px] border-line px-3.5 pt-3.5 pb-4';

/** The reward codes on a phone. */
export function CodeCards({ codes, now, timeZone, onExtend, onRevoke }: CodeListProps) {
  return (
    <ul aria-label="Reward codes">
      {codes.map((code) => (
        <li key={code.id} data-row={code.id} className={card}>
          <div className="flex items-start justify-between gap-3">
            <h2 className="min-w-0 font-text text-base leading-[1.4] font-[650] tracking-[.02em] tabular">
              {code.code}
            </h2>
            <CodeStatus code={code} now={now} />
          </div>
          <p className="mt-0.5 text-[0.9375rem] wrap-anywhere">
            {ownerName(code)} <span className="text-muted">{ownerDetails(code)}</span>
          </p>
          <p className="text-[0.9375rem] wrap-anywhere text-muted tabular">
            {usesText(code)} used, expires {expiryDay(code, timeZone)}
            {code.partner_name !== null && `, only at ${code.partner_name}`}
          </p>
          <div className="mt-3 flex flex-wrap gap-2 *:flex-1 *:px-1.5 *:whitespace-nowrap max-[26rem]:[&_svg]:hidden">
            <CodeActions code={code} now={now} size="small" onExtend={onExtend} onRevoke={onRevoke} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The cards' shape while they load. */
export function CodeCardsSkeleton() {
  return (
    <div aria-hidden="true">
      {Array.from({ length: 4 }, (_, index) => (
        <div key={index} className={`flex flex-col gap-2.5 ${card}`}>
          <SkeletonBox shape="block" className="w-2/5" />
          <SkeletonBox className="w-3/5" />
          <SkeletonBox className="w-4/5" />
          <SkeletonBox className="h-11 w-full rounded-control" />
        </div>
      ))}
    </div>
  );
}
