import { privacy as words } from '#words/pages.tsx';
import { titles } from '#words/site.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { HowToReachUs, Terms, TextList, TextPage, TextSection } from './TextPage.tsx';

export default function PrivacyPage() {
  const { sendsMail } = useSiteInfo();
  return (
    <TextPage title={words.heading} lead={words.lead} checkedOn="2026-11-23">
      <title>{titles.privacy}</title>
      <meta name="description" content={words.description} />
      <TextSection title={words.summaryTitle}>
        <TextList items={words.summary} />
      </TextSection>
      <TextSection title={words.storedTitle}>
        <Terms terms={words.stored(sendsMail)} />
      </TextSection>
      <TextSection title={words.seenByTitle}>
        <Terms terms={words.seenBy(sendsMail)} />
      </TextSection>
      <TextSection title={words.retentionTitle}>
        <Terms terms={words.retention(sendsMail)} />
      </TextSection>
      <TextSection title={words.browserTitle}>
        <p>{words.browserLead}</p>
        <TextList items={words.browserItems} />
        <p>{words.logos}</p>
      </TextSection>
      <TextSection title={words.photosTitle}>
        <p>{words.photos}</p>
      </TextSection>
      <TextSection title={words.askUsTitle}>
        <p>{words.askUs}</p>
        <p>{words.removal}</p>
        <p>{words.afterRemoval}</p>
        <HowToReachUs />
      </TextSection>
    </TextPage>
  );
}
