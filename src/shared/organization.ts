/** Who runs the site, as an admin wrote it into the settings. */
export interface Organization {
  name: string;
  email: string;
  phone: string | null;
  /** Street first, town and province last. */
  addressLines: string[];
  hours: { days: string; time: string }[];
  testimonials: Testimonial[];
}

interface Testimonial {
  words: string;
  from: string;
  /** Made up: the page marks it as an example. */
  example?: boolean | undefined;
}

/** The organisation of a new site. The console asks to replace each part. */
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
