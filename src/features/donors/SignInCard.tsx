import type { ReactNode } from 'react';
import { Books } from '#web/art/Books.tsx';
import { Lamp } from '#web/art/Lamp.tsx';
import { Mug } from '#web/art/Mug.tsx';
import { Vase } from '#web/art/Vase.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Shelf } from '#web/ui/Shelf.tsx';

type SignInCardProps = {
  /** Whether the card hangs from a shelf. Otherwise the shelf is at the foot of the page. */
  hangs?: boolean | undefined;
  title: string;
  lead: ReactNode;
  /** Shown under a card that does not hang. */
  below?: ReactNode;
  children: ReactNode;
};

/**
 * One step of a donor's sign-in. With and without `hangs`, `children` have the same place in the element tree. So React
 * preserves their fields and focus when `hangs` changes.
 */
export function SignInCard({ hangs = false, title, lead, below, children }: SignInCardProps) {
  const heading = (
    <>
      <h1 className={hangs ? 't-3' : 't-2'}>{title}</h1>
      <p className={`mb-5.5 wrap-anywhere text-muted ${hangs ? 'mt-1.5' : 'mt-1'}`}>{lead}</p>
    </>
  );
  return (
    <div className={hangs ? undefined : 'flex min-h-[43rem] grow flex-col'}>
      <div
        className={`mx-auto w-full max-w-[28rem] px-5 ${hangs ? 'pt-10 pb-16 bar:pt-16' : 'pt-5 pb-12 bar:pt-14'}`}
      >
        {hangs ? (
          <Shelf thickness={9} rowClassName="justify-between px-7 sm:px-10">
            <Lamp size={116} />
            <Books size={84} />
            <Mug size={64} />
          </Shelf>
        ) : (
          heading
        )}
        <Card hangs={hangs}>
          {hangs && heading}
          {children}
        </Card>
        {!hangs && <div className="mt-5">{below}</div>}
      </div>
      {!hangs && (
        <Shelf rowClassName="justify-center gap-9" className="mt-auto">
          <Vase size={82} />
          <Mug size={60} />
        </Shelf>
      )}
    </div>
  );
}
