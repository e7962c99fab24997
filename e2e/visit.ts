import type { Locator, Page } from '@playwright/test';
import { expect, type ServedSite } from './fixtures.ts';

export interface Visit {
  address: string;
  as?: 'donor' | 'admin';
  /** A text that shows once the screen has loaded: on the furnished site, and on an empty one if it looks another way there. */
  ready: string;
  readyEmpty?: string;
  /** What the screen turns into or what covers it, by name. Each starts where the one before was left, and its dialog closed. */
  over?: Record<string, Open>;
}

export type Open = (page: Page, site: ServedSite) => Promise<void>;

export function shown(page: Page, text: string): Locator {
  return page.getByText(text).filter({ visible: true }).first();
}

/** Opens a dialog. */
export function press(role: 'button' | 'link', name: string): Open {
  return async (page) => {
    await page.getByRole('main').or(page.getByRole('banner')).getByRole(role, { name }).first().click();
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog')).first()).toBeVisible();
  };
}
