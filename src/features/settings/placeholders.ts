import { type Organization, placeholderOrganization } from '#shared/organization.ts';

/** The parts of an organisation that every new site must replace. */
export type Placeholder = 'addressLines' | 'email' | 'testimonials';

/** The most urgent first. */
export function placeholdersIn({ addressLines, email, testimonials }: PlaceholderParts): Placeholder[] {
  const found: Record<Placeholder, boolean> = {
    addressLines: addressLines.join() === placeholderOrganization.addressLines.join(),
    email: email === placeholderOrganization.email,
    testimonials: testimonials.some(({ example }) => example),
  };
  return (Object.keys(found) as Placeholder[]).filter((part) => found[part]);
}

type PlaceholderParts = Pick<Organization, Placeholder>;
