// The field that takes a store's PIN, to redeem and to give back.

export const partnerPin = 'NIP de partenaire';
