/** Gives the texts of the QR codes in a picture. */
export type QrReader = (picture: HTMLCanvasElement) => Promise<string[]>;

/** The Shape Detection API, which TypeScript's libraries leave out: some browsers only have it. */
interface NativeDetector {
  detect: (picture: HTMLCanvasElement) => Promise<{ rawValue: string }[]>;
}
interface NativeDetectors {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats: () => Promise<string[]>;
}

/** The browser's own reader, else the one that is loaded for it. */
export async function loadQrReader(): Promise<QrReader> {
  const native = await nativeReader();
  if (!native) return await loadOwnReader();
  let reader = native;
  return async (picture) => {
    try {
      return await reader(picture);
    } catch {
      // It is there and does not work: on phones it is a part of the system, which may be missing.
      reader = await loadOwnReader();
      return await reader(picture);
    }
  };
}

async function nativeReader(): Promise<QrReader | null> {
  const { BarcodeDetector: Detector } = globalThis as { BarcodeDetector?: NativeDetectors };
  if (!Detector || !(await Detector.getSupportedFormats()).includes('qr_code')) return null;
  const detector = new Detector({ formats: ['qr_code'] });
  return async (picture) => (await detector.detect(picture)).map(({ rawValue }) => rawValue);
}

async function loadOwnReader(): Promise<QrReader> {
  const { decodeQR } = await import('qr/decode.js');
  return async (picture) => {
    const pixels = picture.getContext('2d')?.getImageData(0, 0, picture.width, picture.height);
    try {
      return pixels ? [decodeQR(pixels)] : [];
    } catch {
      // Its way to say that there is none.
      return [];
    }
  };
}
