import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { formatInstant as formatInstantInFrench } from '#french/dates.ts';
import * as french from '#french/slip.tsx';
import { pathIn } from '#shared/languages.ts';
import { screens } from '#shared/screens.ts';
import { formatInstant } from '#words/dates.ts';
import * as words from '#words/slip.tsx';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import type { contract } from './contract.ts';
import './slip.css';

export type PrintedSlip = Omit<EndpointResponse<typeof contract.printSlip>, 'ok'>;

const strong = (text: string) => <b className="font-[650] wrap-anywhere">{text}</b>;

/** What somebody without mail takes along, in both languages: who they are to the site, a code, and what to do with it. */
export function Slip({ slip: { code, expiresAt, publicUrl }, name }: { slip: PrintedSlip; name: string }) {
  const { organization, timeZone } = useSiteInfo();
  const host = publicUrl.replace(/^https?:\/\//, '');
  const door = screens.donorLogin.path;
  const end = new Date(expiresAt);
  return (
    <article aria-label="Slip" className="slip">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <Wordmark size="till" />
        <span className="min-w-0 text-[0.9375rem] text-muted wrap-anywhere">
          Sign-in slip of {organization.name}
        </span>
      </header>
      <dl className="mt-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <dt className="text-[0.875rem] text-muted">
            {words.donorId} · <span lang="fr-CA">{french.donorId}</span>
          </dt>
          <dd className="font-display text-[1.5rem] leading-tight font-[750] wrap-anywhere">{name}</dd>
        </div>
        <div>
          <dt className="text-[0.875rem] text-muted">Code</dt>
          <dd className="font-display text-[3.25rem] leading-none font-extrabold tracking-[.02em] whitespace-nowrap tabular-nums">
            {code.slice(0, 3)}–{code.slice(3)}
          </dd>
        </div>
      </dl>
      <p className="mt-2 text-[0.9375rem] sm:text-end">
        {words.goodUntil(formatInstant(end, timeZone), strong)}
      </p>
      <p className="mt-4 border-t-[1.5px] border-line pt-3.5 leading-[1.45]">
        {words.howTo(host + door, strong)}
      </p>
      <p lang="fr-CA" className="mt-3 border-t-[1.5px] border-line pt-3 leading-[1.45]">
        {french.howTo(host + pathIn('fr', door), strong)}{' '}
        {french.goodUntil(formatInstantInFrench(end, timeZone), strong)}.
      </p>
    </article>
  );
}
