/** What the picture beside a code is. */
export const qrCodeFor = (code: string) => `Code QR pour ${code}`;
