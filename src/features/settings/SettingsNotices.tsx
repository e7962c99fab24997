import { TriangleAlert } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { formatInstant } from '#words/dates.ts';
import { placeholderOrganization } from '#shared/organization.ts';
import { Button } from '#web/ui/Button.tsx';
import type { Placeholder } from './placeholders.ts';
import type { SettingChange, SettingPath } from './settingChanges.ts';

const placeholderWords = {
  addressLines: {
    title: `Your site still says ${placeholderOrganization.addressLines[0]}`,
    text: 'Visitors read it on the landing page.',
    action: 'Write the address',
    path: 'organization.addressLines',
  },
  email: {
    title: `Your site still says ${placeholderOrganization.email}`,
    text: 'What visitors write there reaches nobody.',
    action: 'Write the email',
    path: 'organization.email',
  },
  testimonials: {
    title: 'Your site still shows example testimonials',
    text: 'The landing page marks them as examples. Write real ones, or remove them.',
    action: 'See them',
    path: 'organization.testimonials.0.words',
  },
} as const satisfies Record<Placeholder, Record<'title' | 'text' | 'action' | 'path', string>>;

type PlaceholderNoticeProps = {
  placeholders: readonly [Placeholder, ...Placeholder[]];
  onGoTo: (path: (typeof placeholderWords)[Placeholder]['path']) => void;
};

/** The most urgent thing that the site still says and nobody wrote. */
export function PlaceholderNotice({ placeholders: [first, ...others], onGoTo }: PlaceholderNoticeProps) {
  const { title, text, action, path } = placeholderWords[first];
  return (
    <Notice
      title={title}
      action={
        <Button kind="outline" size="console" onClick={() => onGoTo(path)} className="max-md:min-h-11">
          {action}
        </Button>
      }
    >
      {text}
      {others.length > 0 && ` ${others.length} more below.`}
    </Notice>
  );
}

/** Somebody else saved in the meantime. */
export interface Meanwhile {
  by: string | null;
  at: string | null;
  /** What both changed: from what they saved to what is typed here. */
  conflicts: readonly SettingChange[];
}

type MeanwhileNoticeProps = { meanwhile: Meanwhile; onUseTheirs: (path: SettingPath) => void };

/** What somebody else saved over which one is typing. It decides nothing by itself. */
export function MeanwhileNotice({ meanwhile: { by, at, conflicts }, onUseTheirs }: MeanwhileNoticeProps) {
  const { timeZone } = useSiteInfo();
  const when = at === null ? '' : `, ${formatInstant(new Date(at), timeZone)}`;
  const notice = useRef<HTMLDivElement>(null);

  // Whoever pressed Save may have scrolled far from here.
  useEffect(() => notice.current?.focus(), []);

  return (
    <Notice ref={notice} title={`${by ?? 'Somebody'} saved other settings${when}`}>
      {conflicts.length === 0
        ? 'They stand here now. What you changed is still here, too, and not saved yet.'
        : 'Nothing of yours is saved yet. Save changes keeps what you typed:'}
      {conflicts.length > 0 && (
        <ul className="mt-2 grid gap-1.5">
          {conflicts.map(({ path, name, words }) => (
            <li key={path} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-0 wrap-anywhere">
                <b className="inline-block font-[650] first-letter:uppercase">{name}</b>
                {words
                  ? `: saved ${words.from}${words.unit}, yours ${words.to}${words.unit}`
                  : ': changed by both of you'}
              </span>
              <Button kind="ghost" size="row" onClick={() => onUseTheirs(path)} className="max-md:min-h-11">
                Use theirs<span className="sr-only"> for {name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

type NoticeProps = { title: string; action?: ReactNode; ref?: Ref<HTMLDivElement>; children: ReactNode };

function Notice({ title, action, ref, children }: NoticeProps) {
  return (
    <div
      ref={ref}
      tabIndex={-1}
      className="scroll-mt-4 flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-e-console-card border-s-6 border-wheat bg-wheat-tint py-3 ps-3.5 pe-3 text-[0.90625rem] leading-[1.4]"
    >
      <TriangleAlert size={18} className="shrink-0 text-wheat-deep max-sm:hidden" aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-60">
        <b className="block font-[650] wrap-anywhere">{title}</b>
        <div>{children}</div>
      </div>
      {action}
    </div>
  );
}
