import { accessibility as words } from '#words/pages.tsx';
import { titles } from '#words/site.ts';
import { HowToReachUs, TextList, TextPage, TextSection } from './TextPage.tsx';

export default function AccessibilityPage() {
  return (
    <TextPage title={words.heading} lead={words.lead} checkedOn="2026-11-20">
      <title>{titles.accessibility}</title>
      <meta name="description" content={words.description} />
      <TextSection title={words.aim}>
        <p>{words.aimText}</p>
        <TextList items={words.madeFor} />
      </TextSection>
      <TextSection title={words.check}>
        <TextList items={words.checks} />
        <p>{words.ownAssessment}</p>
      </TextSection>
      <TextSection title={words.knownLimits}>
        <TextList items={words.limits} />
      </TextSection>
      <TextSection title={words.tellUs}>
        <p>{words.tellUsText}</p>
        <HowToReachUs />
      </TextSection>
    </TextPage>
  );
}
