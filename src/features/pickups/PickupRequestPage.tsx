import { useState } from 'react';
import { Link } from 'react-router';
import { Info } from 'lucide-react';
import { instantOf } from '#shared/dates.ts';
import { formatInstant } from '#words/formats.ts';
import { titles } from '#words/site.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { Frame } from '#web/art/Frame.tsx';
import { Lamp } from '#web/art/Lamp.tsx';
import { PublicLayout } from '#web/layouts/PublicLayout.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Bay, bayFrame } from '#web/ui/Shelf.tsx';
import { Fact, Facts, SuccessHead } from '#web/ui/SuccessHead.tsx';
import { pickupParts, pickupRequest as words, pickupSubmitted } from '#words/pickups.tsx';
import { PickupForm, type PickupAnswer, type PickupRequest } from './PickupForm.tsx';
import { formatWindow } from './pickupTimes.ts';

export default function PickupRequestPage() {
  const [submitted, setSubmitted] = useState<SubmittedPickup | null>(null);
  return (
    <PublicLayout>
      <meta name="description" content={words.description} />
      {submitted ? (
        <PickupSubmitted request={submitted.request} answer={submitted.answer} />
      ) : (
        <div className="container-page grid flex-1 content-start gap-x-16 gap-y-10 pt-7 pb-16 max-bar:max-w-[38rem] bar:grid-cols-[minmax(0,36rem)_minmax(0,25rem)] bar:justify-between bar:pt-12">
          <title>{titles.pickupRequest}</title>
          <div>
            <h1 className="t-1">{words.heading}</h1>
            <p className="t-lead mt-4.5 mb-8">{words.lead}</p>
            <PickupForm onRequested={(request, answer) => setSubmitted({ request, answer })} />
          </div>
          <NextSteps />
        </div>
      )}
    </PublicLayout>
  );
}

function NextSteps() {
  return (
    <aside className="self-start bar:mt-3">
      <div className={bayFrame}>
        <Bay
          tint="spruce"
          objects={
            <>
              <Frame size={112} />
              <Lamp size={128} />
            </>
          }
        >
          <div className="px-6.5 pt-5.5 pb-6">
            <h2 className="t-3">{words.whatIsNext}</h2>
            <p className="mt-1.5 text-muted">{words.whatIsNextText}</p>
            <p className="mt-3 text-muted">
              {words.notSure((text) => (
                <Link
                  to={paths.guide}
                  className="rounded-shelf font-semibold text-spruce underline underline-offset-4"
                >
                  {text}
                </Link>
              ))}
            </p>
          </div>
        </Bay>
      </div>
    </aside>
  );
}

type SubmittedPickup = { request: PickupRequest; answer: PickupAnswer };

function PickupSubmitted({ request, answer: { note, window, link } }: SubmittedPickup) {
  const { timeZone } = useSiteInfo();
  const { name, phone, email, address, items, preferredAt, preferredWords } = request;
  const typedTime = preferredAt && formatInstant(instantOf(preferredAt, timeZone), timeZone);
  const preferred = window ? formatWindow(window) : (typedTime ?? preferredWords);
  return (
    <div className="mx-auto w-full max-w-[430px] px-5 pt-9 pb-14">
      <title>{`${pickupSubmitted.heading} · ReRound`}</title>
      <SuccessHead object={<Lamp size={100} />} title={pickupSubmitted.heading}>
        {pickupSubmitted.whatIsNext((text) => (
          <span className="whitespace-nowrap">{text}</span>
        ))}
      </SuccessHead>
      <Facts>
        <Fact name={pickupParts.name}>{name}</Fact>
        {phone && <Fact name={pickupParts.phone}>{phone}</Fact>}
        {email && <Fact name={pickupParts.email}>{email}</Fact>}
        <Fact name={pickupParts.address}>{address}</Fact>
        <Fact name={pickupParts.items}>{items}</Fact>
        {preferred && <Fact name={pickupParts.preferred}>{preferred}</Fact>}
        <Fact name={pickupSubmitted.cost}>{pickupSubmitted.free}</Fact>
      </Facts>
      {note && (
        <p className="mt-4 flex gap-3 rounded-large bg-sky-tint px-4 py-3">
          <Info size={20} aria-hidden="true" className="mt-1 shrink-0 text-sky-deep" />
          {note}
        </p>
      )}
      <section
        aria-labelledby="link-title"
        className="mt-4 rounded-e-card border-s-6 border-wheat bg-wheat-tint px-4.5 pt-3.5 pb-4"
      >
        <h2 id="link-title" className="t-4">
          {pickupSubmitted.link}
        </h2>
        <p className="mt-1 leading-normal">{pickupSubmitted.linkText}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button asChild kind="outline" size="small">
            <Link to={new URL(link).pathname}>{pickupSubmitted.openLink}</Link>
          </Button>
          <CopyButton text={link} label={pickupSubmitted.copyLink} kind="ghost" />
        </div>
      </section>
      <p className="t-small mt-4 text-center text-muted">{pickupSubmitted.untilThen}</p>
      <div className="mt-6 grid gap-2">
        <Button asChild size="large">
          <Link to={paths.guide}>{pickupSubmitted.backToGuide}</Link>
        </Button>
        <Button asChild kind="ghost">
          <Link to={paths.home}>{pickupSubmitted.goHome}</Link>
        </Button>
      </div>
    </div>
  );
}
