import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { reachUs as words } from '#words/pages.tsx';
import { telephone } from '#web/content/telephone.ts';

/** Where a question goes. */
export function HowToReachUs() {
  const { email, phone, addressLines } = useSiteInfo().organization;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5">
      <dt className="text-muted">{words.email}</dt>
      <dd className="wrap-anywhere">
        <ContactLink href={`mailto:${email}`}>{email}</ContactLink>
      </dd>
      {phone !== null && (
        <>
          <dt className="text-muted">{words.phone}</dt>
          <dd>
            <ContactLink href={telephone(phone)}>{phone}</ContactLink>
          </dd>
        </>
      )}
      <dt className="text-muted">{words.post}</dt>
      <dd>{addressLines.join(', ')}</dd>
    </dl>
  );
}

function ContactLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      className="-my-2.5 inline-block rounded-shelf py-2.5 font-semibold text-spruce underline underline-offset-4"
    >
      {children}
    </a>
  );
}
