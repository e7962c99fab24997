import type { ComponentType } from 'react';
import { Toasts } from '#web/ui/Toasts.tsx';
import { GoalFigure } from './GoalFigure.tsx';
import { LandingHeader } from './LandingHeader.tsx';
import { NewsletterForm } from './NewsletterForm.tsx';
import { PartnerList } from './PartnerList.tsx';
import { TagTerms, TillTerms } from './Terms.tsx';

/** The parts of the landing page that need JavaScript. The rest of it is HTML alone, whatever it weighs as code. */
export const islands = {
  header: LandingHeader,
  goal: GoalFigure,
  tagTerms: TagTerms,
  tillTerms: TillTerms,
  partners: PartnerList,
  newsletter: NewsletterForm,
  toasts: Toasts,
} satisfies Record<string, ComponentType>;
