import type { Locator, Page } from '@playwright/test';
import { expect, type ServedSite } from './fixtures.ts';

export interface Visit {
  address: string;
  as?: 'donor' | 'admin';
  /** A text that is visible once the screen has loaded on the furnished site. */
  ready: string;
  /** The same on an empty site, if that is visited too. */
  readyEmpty?: string;
  /** Further states of the screen by name, such as dialogs. Each is opened where the one before was closed. */
  states?: Record<string, OpenState>;
}

export type OpenState = (page: Page, site: ServedSite) => Promise<void>;

export function shown(page: Page, text: string): Locator {
  return page.getByText(text).filter({ visible: true }).first();
}

/** Opens a dialog by a button or link. */
export function press(role: 'button' | 'link', name: string): OpenState {
  return async (page) => {
    await page.getByRole('main').or(page.getByRole('banner')).getByRole(role, { name }).first().click();
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog')).first()).toBeVisible();
  };
}
