import { paths } from '#web/paths.ts';

/** What a store's page in the console shows. The first stands in for an address that names none. */
export type PartnerTab = 'store' | 'statement' | 'tills';

/** Where the console shows a store. */
export function partnerAddress(id: number, query: { tab: PartnerTab; month?: string }): string {
  return `${paths.consolePartner.replace(':id', String(id))}?${new URLSearchParams(query).toString()}`;
}
