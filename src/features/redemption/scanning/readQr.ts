/** What a QR code says, and where in the picture its middle is. */
export interface FoundQr {
  text: string;
  x: number;
  y: number;
}

/** Gives the QR codes in a picture. */
export type QrReader = (picture: HTMLCanvasElement) => Promise<FoundQr[]>;

interface NativelyFound {
  rawValue: string;
  boundingBox: DOMRectReadOnly;
}

/** The Shape Detection API, which TypeScript's libraries leave out: some browsers only have it. */
interface NativeDetector {
  detect: (picture: HTMLCanvasElement) => Promise<NativelyFound[]>;
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
  return async (picture) =>
    (await detector.detect(picture)).map(({ rawValue: text, boundingBox: { x, y, width, height } }) => ({
      text,
      x: x + width / 2,
      y: y + height / 2,
    }));
}

async function loadOwnReader(): Promise<QrReader> {
  const { decodeQR } = await import('qr/decode.js');
  return async (picture) => {
    const pixels = picture.getContext('2d')?.getImageData(0, 0, picture.width, picture.height);
    const middle = { x: 0, y: 0 };
    try {
      if (!pixels) return [];
      const text = decodeQR(pixels, {
        pointsOnDetect: ({ tl, br }) => Object.assign(middle, { x: (tl.x + br.x) / 2, y: (tl.y + br.y) / 2 }),
      });
      return [{ text, ...middle }];
    } catch {
      // Its way to say that there is none.
      return [];
    }
  };
}
