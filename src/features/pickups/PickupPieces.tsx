import { Mail, Phone, Truck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TimeZone } from '#shared/timeZone.ts';
import { Button } from '#web/ui/Button.tsx';
import type { Icon } from '#web/ui/icon.ts';
import { Instant } from '#web/ui/Instant.tsx';
import type { PickupRow } from './contract.ts';
import { whyNotMovable } from './rules.ts';

/** What the table and the cards have in common. */
export type PickupListProps = {
  pickups: readonly PickupRow[];
  timeZone: TimeZone;
  onChangeStatus: (pickup: PickupRow) => void;
};

/** How to reach whoever asked, ready to be dialled or written to. */
export function Contact({ pickup: { phone, email } }: { pickup: PickupRow }) {
  if (phone === null && email === null) return <span className="text-muted">None given</span>;
  return (
    <>
      {phone !== null && (
        <ContactLink icon={Phone} href={`tel:${phone.replaceAll(/[^\d+*#,;]/g, '')}`}>
          {phone}
        </ContactLink>
      )}
      {email !== null && (
        <ContactLink icon={Mail} href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`}>
          {email}
        </ContactLink>
      )}
    </>
  );
}

function ContactLink({ icon: LinkIcon, href, children }: { icon: Icon; href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      className="flex w-fit items-center gap-1.5 rounded-shelf font-medium text-spruce underline underline-offset-4 max-md:min-h-11 md:min-h-6 md:items-start md:[&>svg]:mt-[3px]"
    >
      <LinkIcon size={15} className="shrink-0" aria-hidden />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </a>
  );
}

/** When the items may be collected. */
export function PreferredTime({
  pickup: { preferredAt },
  timeZone,
}: {
  pickup: PickupRow;
  timeZone: TimeZone;
}) {
  return preferredAt === null ? 'Any time' : <Instant at={preferredAt} timeZone={timeZone} />;
}

type ChangeStatusButtonProps = { size: 'row' | 'small'; pickup: PickupRow; onClick: () => void };

export function ChangeStatusButton({ size, pickup, onClick }: ChangeStatusButtonProps) {
  return (
    <Button
      kind="outline"
      size={size}
      icon={Truck}
      disabledReason={whyNotMovable(pickup.status) ?? undefined}
      onClick={onClick}
    >
      Change status
    </Button>
  );
}
