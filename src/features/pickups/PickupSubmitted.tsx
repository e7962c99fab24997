import { Link } from 'react-router';
import { instantOf } from '#shared/dates.ts';
import { formatInstant } from '#words/formats.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { Lamp } from '#web/art/Lamp.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Fact, Facts, SuccessHead } from '#web/ui/SuccessHead.tsx';
import { pickupSubmitted as words } from '#words/pickups.tsx';
import type { PickupRequest } from './PickupForm.tsx';

type PickupSubmittedProps = { request: PickupRequest; timeZone: TimeZone };

/** What was asked for, and what happens next. */
export function PickupSubmitted({ request, timeZone }: PickupSubmittedProps) {
  const { name, phone, email, address, items, preferredAt } = request;
  return (
    <div className="mx-auto w-full max-w-[430px] px-5 pt-9 pb-14">
      <title>{words.title}</title>
      <SuccessHead object={<Lamp size={100} />} title={words.heading}>
        {words.whatIsNext((text) => (
          <span className="whitespace-nowrap">{text}</span>
        ))}
      </SuccessHead>
      <Facts>
        <Fact name={words.name}>{name}</Fact>
        {phone && <Fact name={words.phone}>{phone}</Fact>}
        {email && <Fact name={words.email}>{email}</Fact>}
        <Fact name={words.address}>{address}</Fact>
        <Fact name={words.items}>{items}</Fact>
        {preferredAt && (
          <Fact name={words.preferred}>{formatInstant(instantOf(preferredAt, timeZone), timeZone)}</Fact>
        )}
        <Fact name={words.cost}>{words.free}</Fact>
      </Facts>
      <p className="t-small mt-4 text-center text-muted">{words.untilThen}</p>
      <div className="mt-6 grid gap-2">
        <Button asChild size="large">
          <Link to={paths.guide}>{words.backToGuide}</Link>
        </Button>
        <Button asChild kind="ghost">
          <Link to={paths.home}>{words.goHome}</Link>
        </Button>
      </div>
    </div>
  );
}
