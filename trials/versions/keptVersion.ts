import { contract as lists } from '#features/donations/lists/contract.ts';
import { contract as participants } from '#features/participants/contract.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
import { contract as statements } from '#features/statements/contract.ts';

/** What is known of a site whose backup is kept, as VERSION.json beside it has it. */
export interface KeptVersion {
  secretKey: string;
  admin: { username: string; password: string };
  /** A code that may be redeemed by the PIN so many times more. */
  code: string;
  pin: string;
  usesLeft: number;
  photo: { url: string; bytes: number };
  /** Of each list. */
  totals: Record<string, number>;
}

/** Lists whose length no later version may change. The audit log goes on meanwhile. */
const countedLists = {
  donations: lists.searchDonations.path,
  participants: participants.participants.path,
  codes: rewards.codes.path,
  redemptions: statements.redemptions.path,
};

/** How long each list is that an admin sees. */
export async function listTotals(
  get: (path: string) => Promise<{ status: number; body: unknown }>,
): Promise<Record<string, number>> {
  const totals: Record<string, number> = {};
  for (const [name, path] of Object.entries(countedLists)) {
    const { status, body } = await get(path);
    if (status !== 200) throw new Error(`${path} answered ${status}.`);
    totals[name] = (body as { total: number }).total;
  }
  return totals;
}
