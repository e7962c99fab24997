import { Link } from 'react-router';
import { instantOf } from '#shared/dates.ts';
import { formatInstant } from '#words/dates.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { Lamp } from '#web/art/Lamp.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Fact, Facts } from '#web/ui/Facts.tsx';
import { SuccessHead } from '#web/ui/SuccessHead.tsx';
import type { PickupRequest } from './PickupForm.tsx';

type PickupSubmittedProps = { request: PickupRequest; timeZone: TimeZone };

/** What was asked for, and what happens next. */
export function PickupSubmitted({ request, timeZone }: PickupSubmittedProps) {
  const { name, phone, email, address, items, preferredAt } = request;
  return (
    <div className="mx-auto w-full max-w-[430px] px-5 pt-9 pb-14">
      <title>Pickup Request Submitted · ReRound</title>
      <SuccessHead object={<Lamp size={100} />} title="Pickup Request Submitted">
        We’ll contact you within <span className="whitespace-nowrap">1-2</span> business days to schedule your
        pickup.
      </SuccessHead>
      <Facts>
        <Fact name="Name">{name}</Fact>
        {phone !== undefined && <Fact name="Phone">{phone}</Fact>}
        {email !== undefined && <Fact name="Email">{email}</Fact>}
        <Fact name="Address">{address}</Fact>
        <Fact name="Items">{items}</Fact>
        {preferredAt !== undefined && (
          <Fact name="Preferred">{formatInstant(instantOf(preferredAt, timeZone), timeZone)}</Fact>
        )}
        <Fact name="Cost">Free</Fact>
      </Facts>
      <p className="t-small mt-4 text-center text-muted">
        Until then, keep sets together and wrap the glass.
      </p>
      <div className="mt-6 grid gap-2">
        <Button asChild size="large">
          <Link to={paths.guide}>Back to the guide</Link>
        </Button>
        <Button asChild kind="ghost">
          <a href={paths.home}>Go home</a>
        </Button>
      </div>
    </div>
  );
}
