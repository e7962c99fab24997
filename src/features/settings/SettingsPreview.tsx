import { useEffect, useState } from 'react';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { useToday } from '#features/site/useToday.ts';
import { ShopWindow } from '#web/art/ShopWindow.tsx';
import { ShopWindowParts } from '#web/art/ShopWindowParts.tsx';
import { ContactWays } from '#web/landing/ContactWays.tsx';
import { GoalCaption } from '#web/landing/GoalCaption.tsx';
import { Testimonials } from '#web/landing/Testimonials.tsx';
import type { Settings } from './contract.ts';
import { placeholdersIn } from './placeholders.ts';
import { settingsForm, type SettingsInput } from './settingsForm.ts';

/** How long nobody has to have typed. */
const PAUSE_MILLISECONDS = 200;

type SettingsPreviewProps = {
  typed: SettingsInput;
  saved: Settings;
  /** Beside the fields it is only to be looked at. */
  inert?: boolean | undefined;
};

/** What the landing page will say, made of its own pieces. */
export function SettingsPreview({ typed, saved, inert = false }: SettingsPreviewProps) {
  const { monthlyGoal, organization, isRegisteredNonprofit } = usePaused(asFarAsValid(typed, saved));
  const { community } = useSiteInfo();
  const today = useToday();
  return (
    <div
      inert={inert}
      className="overflow-clip rounded-console-card border-[1.5px] border-line bg-raised [&_a]:no-underline"
    >
      <figure className="px-9 pt-5 pb-3.5 max-sm:px-4">
        <ShopWindowParts />
        <ShopWindow kilograms={community.month.kg} goalKilograms={monthlyGoal} />
        <figcaption className="t-small mt-2.5 text-center text-muted">
          <GoalCaption today={today} community={{ ...community, monthlyGoal }} />
        </figcaption>
      </figure>
      <div className="on-field bg-field px-6 pt-4 pb-6 text-field-ink">
        <p className="font-display text-[1.75rem] leading-[1.15] font-[750] tracking-[-0.025em]">
          Come by, or write
        </p>
        <ContactWays
          organization={organization}
          dotted={placeholdersIn(organization)}
          className="mt-2.5 gap-2! text-[0.9375rem] [&_svg]:size-[18px] [&>div]:gap-2.5"
        />
      </div>
      <div className="grid gap-4 px-6 py-5 empty:hidden [&_blockquote]:text-[1.0625rem] [&_li]:px-5 [&_li]:py-4 [&_ul]:grid-cols-1">
        <Testimonials testimonials={organization.testimonials} />
      </div>
      <p className="bg-panel-2 px-6 py-3 text-[0.875rem] text-panel-muted wrap-anywhere">
        {organization.name}
        {isRegisteredNonprofit && ', a registered nonprofit'}
      </p>
    </div>
  );
}

/** What is typed where it could be saved, and what is saved where it could not. */
function asFarAsValid(typed: SettingsInput, saved: Settings): Settings {
  const { monthlyGoal, organization } = settingsForm.shape;
  const part = <Value,>({ data }: { data?: Value }, otherwise: Value): Value => data ?? otherwise;
  const own = organization.shape;
  return {
    ...saved,
    monthlyGoal: part(monthlyGoal.safeParse(typed.monthlyGoal), saved.monthlyGoal),
    isRegisteredNonprofit: typed.isRegisteredNonprofit,
    organization: {
      name: part(own.name.safeParse(typed.organization.name), saved.organization.name),
      email: part(own.email.safeParse(typed.organization.email), saved.organization.email),
      phone: typed.organization.phone.trim() || null,
      addressLines: part(
        own.addressLines.safeParse(typed.organization.addressLines),
        saved.organization.addressLines,
      ),
      hours: part(own.hours.safeParse(typed.organization.hours), saved.organization.hours),
      testimonials: part(
        own.testimonials.safeParse(typed.organization.testimonials),
        saved.organization.testimonials,
      ),
    },
  };
}

/** A value as it was when it last stood still for a moment. */
function usePaused<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  const [paused, setPaused] = useState({ text, value });
  useEffect(() => {
    const timer = setTimeout(() => setPaused({ text, value: JSON.parse(text) as Value }), PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused.value;
}
