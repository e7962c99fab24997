import { type Organization, placeholderOrganization } from '#shared/organization.ts';

/** The parts of an organisation that every new site must replace. */
export type Placeholder = 'addressLines' | 'email' | 'testimonials';

type PlaceholderParts = Pick<Organization, Placeholder>;

/** The placeholders that were not replaced yet, the most urgent first. */
export function findPlaceholders({ addressLines, email, testimonials }: PlaceholderParts): Placeholder[] {
  const isUnchanged: Record<Placeholder, boolean> = {
    addressLines: addressLines.join() === placeholderOrganization.addressLines.join(),
    email: email === placeholderOrganization.email,
    testimonials: testimonials.some(({ example }) => example),
  };
  return (Object.keys(isUnchanged) as Placeholder[]).filter((part) => isUnchanged[part]);
}
