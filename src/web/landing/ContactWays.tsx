import { Clock, Mail, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Organization } from '#shared/organization.ts';
import { contactWays as words } from '#words/landing.tsx';
import { telephone } from '#web/content/telephone.ts';
import { classNames } from '#web/ui/classNames.ts';
import type { Icon } from '#web/ui/Button.tsx';
import { TextLink } from './TextLink.tsx';

type ContactWaysProps = {
  organization: Pick<Organization, 'addressLines' | 'email' | 'phone' | 'hours'>;
  className?: string | undefined;
};

/** Where the organisation is, how to reach it, and when. */
export function ContactWays({ organization, className }: ContactWaysProps) {
  const { addressLines, email, phone, hours } = organization;
  return (
    <address className={classNames('grid gap-5 font-medium not-italic', className)}>
      <Way icon={MapPin} name={words.address}>
        {addressLines.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </Way>
      <Way icon={Mail} name={words.email}>
        <TextLink href={`mailto:${email}`}>{email}</TextLink>
      </Way>
      {phone !== null && (
        <Way icon={Phone} name={words.phone}>
          <TextLink href={telephone(phone)}>{phone}</TextLink>
        </Way>
      )}
      {hours.length > 0 && (
        <Way icon={Clock} name={words.hours}>
          {hours.map(({ days, time }) => (
            <span key={`${days} ${time}`} className="block">
              {days} {time}
            </span>
          ))}
        </Way>
      )}
    </address>
  );
}

type WayProps = { icon: Icon; name: string; children: ReactNode };

function Way({ icon: WayIcon, name, children }: WayProps) {
  return (
    <div className="flex gap-4">
      <WayIcon size={24} className="mt-0.5 shrink-0" aria-hidden />
      <div className="min-w-0 wrap-anywhere">
        <span className="sr-only">{words.named(name)}</span>
        {children}
      </div>
    </div>
  );
}
