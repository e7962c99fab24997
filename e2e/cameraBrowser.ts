import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { chromiumFlags, requireChromium } from '../scripts/chromium.ts';
import { type Scene, writeFilm } from './cameraFilm.ts';

export interface CameraBrowser {
  browser: Browser;
  close: () => Promise<void>;
}

interface Options {
  /** Whether pages may use the camera. */
  allowsCamera?: boolean;
  args?: string[];
}

/** Opens a browser whose camera shows a film. */
export async function openCameraBrowser(
  scenes: readonly Scene[],
  { allowsCamera = true, args = [] }: Options = {},
): Promise<CameraBrowser> {
  const directory = await mkdtemp(join(tmpdir(), 'reround-camera-'));
  const film = join(directory, 'film.y4m');
  await writeFilm(film, scenes);
  const browser = await chromium.launch({
    executablePath: requireChromium(),
    args: [
      ...chromiumFlags,
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
      `--use-fake-ui-for-media-stream${allowsCamera ? '' : '=deny'}`,
      ...args,
    ],
  });
  return {
    browser,
    close: async () => {
      await browser.close();
      await rm(directory, { recursive: true });
    },
  };
}
