/** Who runs the site and how to reach them, as an admin wrote it into the settings. */
export interface Organization {
  name: string;
  email: string;
  /** Null for none. */
  phone: string | null;
  /** Street first, town and province last. */
  addressLines: string[];
  hours: { days: string; time: string }[];
  testimonials: Testimonial[];
}

interface Testimonial {
  words: string;
  /** Who said it, as far as they want to be known. */
  from: string;
  /** Nobody said it: the page marks it as an example. */
  example?: boolean | undefined;
}

/** What a new site says of itself. The console reminds of each until the organisation has written its own. */
export const placeholderOrganization: Organization = {
  name: 'ReRound',
  email: 'hello@reround.example',
  phone: null,
  addressLines: ['123 Example Street', 'Winnipeg, Manitoba'],
  hours: [
    { days: 'Mon-Fri', time: '9AM-6PM' },
    { days: 'Sat', time: '10AM-4PM' },
  ],
  testimonials: [
    {
      words:
        'I had three boxes from moving out of residence. The bin is on my way to class, so it took ten minutes.',
      from: 'Student donor',
      example: true,
    },
    {
      words: 'A code takes us seconds at the till. We type the PIN and see how many uses are left.',
      from: 'Partner store clerk',
      example: true,
    },
  ],
};
