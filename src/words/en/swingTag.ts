/** What the picture beside a code is. */
export const qrCodeFor = (code: string) => `QR code for ${code}`;
