import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#e2e/fixtures.ts';

const submit = (page: Page) => page.locator('form [type=submit]');

/** The field of a name. Their labels are French. */
const field = (page: Page, name: string) => page.locator(`form [name="${name}"]`);

async function expectRefused(refused: Locator, sentence: string): Promise<void> {
  await expect(refused).toHaveAttribute('aria-invalid', 'true');
  await expect(refused).toHaveAccessibleDescription(new RegExp(sentence));
}

test('in French a form says in French what it refuses', async ({ page }) => {
  // What the page says has not come from the server then.
  await page.route('**/api/**', async (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  );
  await page.goto('/fr/pickup-request');
  await submit(page).click();
  await expectRefused(field(page, 'name'), 'Le nom est obligatoire');
  await expectRefused(field(page, 'items'), 'La description des objets est obligatoire');
  await field(page, 'email').fill('amara');
  await field(page, 'preferredAt').fill('2020-07-02T17:30');
  await submit(page).click();
  await expectRefused(field(page, 'email'), 'Veuillez entrer une adresse courriel valide');
  await expectRefused(field(page, 'preferredAt'), 'Veuillez choisir un moment à venir');

  await page.goto('/fr/donor-login');
  await submit(page).click();
  await expectRefused(field(page, 'studentId'), 'Veuillez entrer un courriel ou un numéro de donateur');
});

test('in French a form whose schema comes late does, too', async ({ page }) => {
  await page.goto('/fr/log');
  await submit(page).click();
  await expectRefused(field(page, 'studentId'), 'Le numéro étudiant est obligatoire');
  await field(page, 'studentId').fill('D!');
  await submit(page).click();
  await expectRefused(field(page, 'studentId'), 'Un numéro de donateur ne contient que des lettres');

  await page.goto('/fr/redeem');
  await field(page, 'code').fill('RR-1');
  await field(page, 'code').press('Enter');
  await expectRefused(field(page, 'code'), 'Un code ne contient jamais O, 0, I, L ni 1');
});
