import { GoalFigure } from '#web/landing/GoalFigure.tsx';
import { LandingHeader } from '#web/landing/LandingHeader.tsx';
import { NewsletterForm } from '#web/landing/NewsletterForm.tsx';
import { PartnerList } from '#web/landing/PartnerList.tsx';
import { TagTerms, TillTerms } from '#web/landing/Terms.tsx';
import { Toasts } from '#web/ui/Toasts.tsx';
import './document.css?landing';
import { hydrateIslands } from './islands.tsx';

export const islands = {
  header: LandingHeader,
  goal: GoalFigure,
  tagTerms: TagTerms,
  tillTerms: TillTerms,
  partners: PartnerList,
  newsletter: NewsletterForm,
  toasts: Toasts,
};

export const loadPage = async () => (await import('#web/landing/LandingPage.tsx')).LandingPage;

hydrateIslands(islands);
