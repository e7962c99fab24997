import { Ticket } from 'lucide-react';
import type { ReactNode } from 'react';
import { Mug } from '#web/art/Mug.tsx';
import { Vase } from '#web/art/Vase.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Shelf } from '#web/ui/Shelf.tsx';
import { noEmail } from '#words/donorLogin.tsx';

type MailedSignInProps = {
  title: string;
  lead: ReactNode;
  /** What stands under the card. */
  below: ReactNode;
  children: ReactNode;
};

/** A step of the sign-in by a mailed code: a card on the page, and a shelf at its foot. */
export function MailedSignIn({ title, lead, below, children }: MailedSignInProps) {
  return (
    <div className="flex min-h-[43rem] grow flex-col">
      <div className="mx-auto w-full max-w-[28rem] px-5 pt-5 pb-12 bar:pt-14">
        <h1 className="t-2">{title}</h1>
        <p className="mt-1 mb-5.5 wrap-anywhere text-muted">{lead}</p>
        <Card>{children}</Card>
        <div className="mt-5">{below}</div>
      </div>
      <Shelf rowClassName="justify-center gap-9" className="mt-auto">
        <Vase size={82} />
        <Mug size={60} />
      </Shelf>
    </div>
  );
}

/** For whoever has no email to send a code to. */
export function SlipNote() {
  return (
    <p className="flex gap-3 leading-[1.45]">
      <Ticket size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-spruce" />
      <span>
        {noEmail((text) => (
          <b className="font-[650]">{text}</b>
        ))}
      </span>
    </p>
  );
}
