import type { EndpointResponse } from '#shared/endpoint.ts';
import { formatKilograms } from '#words/formats.ts';
import type { contract } from './contract.ts';

export type Removal = EndpointResponse<typeof contract.removalPreview>;

/** What a removal takes and what it leaves, in lines. */
export function removalWords({ goes, stays }: Omit<Removal, 'ok' | 'name'>) {
  const { contacts, donorIds, texts, photos, codes, pickups, openPickups, newsletter } = goes;
  const { donations, pending, kilograms, uses } = stays;
  const given = [
    `${countOf(donations, 'donation')}, ${formatKilograms(kilograms)} kg confirmed`,
    ...(pending > 0 ? [`${pending.toLocaleString('en-CA')} still to decide, without a usable code`] : []),
  ];
  return {
    goes: [
      ...(contacts.length > 0 ? [contacts.join(', ')] : []),
      ...(donorIds.length > 0
        ? [`Donor ${donorIds.length === 1 ? 'ID' : 'IDs'} ${donorIds.join(', ')}`]
        : []),
      ...(codes > 0 ? [`${countOf(codes, 'code')} with uses left`] : []),
      ...(photos > 0 ? [countOf(photos, 'photo')] : []),
      ...(texts > 0 ? [`Notes, reasons and typed places of ${countOf(texts, 'donation')}`] : []),
      ...(pickups > 0
        ? [`${countOf(pickups, 'pickup request')}${openPickups > 0 ? `, ${openPickups} still open` : ''}`]
        : []),
      ...(newsletter ? ['The newsletter'] : []),
      'Sign-ins and the share link',
    ],
    stays: [
      ...(donations > 0 ? given : []),
      ...(uses > 0 ? [`${countOf(uses, 'use')} of codes at stores`] : []),
      'What the log has, under their number',
    ],
  };
}

function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en-CA')} ${noun}${count === 1 ? '' : 's'}`;
}
