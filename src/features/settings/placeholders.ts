// What a new site says until its organisation has written its own.
import { type Organization, placeholderOrganization } from '#shared/organization.ts';

/** The parts of an organisation that nobody can leave as a new site has them: they lead nowhere. */
export type Placeholder = 'addressLines' | 'email' | 'testimonials';

/** What still is a placeholder, most urgent first. */
export function placeholdersIn({ addressLines, email, testimonials }: PlaceholderParts): Placeholder[] {
  const found: Record<Placeholder, boolean> = {
    addressLines: addressLines.join() === placeholderOrganization.addressLines.join(),
    email: email === placeholderOrganization.email,
    testimonials: testimonials.some(({ example }) => example),
  };
  return (Object.keys(found) as Placeholder[]).filter((part) => found[part]);
}

type PlaceholderParts = Pick<Organization, Placeholder>;
