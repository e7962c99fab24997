/** A new random key (UUID version 4) for the header `Idempotency-Key`. */
export function newIdempotencyKey(): string {
  // Browsers leave out `randomUUID` on pages without https, though TypeScript's types always have it.
  const randomUUID = (crypto as Partial<typeof crypto>).randomUUID;
  return randomUUID ? randomUUID.call(crypto) : uuidFromRandomBytes();
}

function uuidFromRandomBytes(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
