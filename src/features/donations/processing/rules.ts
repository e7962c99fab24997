import type { Day } from '#shared/dates.ts';

interface Claim {
  id: number;
  weight: string;
  date: Day;
}

/**
 * Whether another donation of the same donor may be the same one, logged twice. A rejected one is none that this could be
 * counted twice with.
 */
export function looksSame(donation: Claim, other: Claim & { rejectedAt: unknown }): boolean {
  return (
    other.id !== donation.id &&
    other.date === donation.date &&
    other.weight === donation.weight &&
    !other.rejectedAt
  );
}
