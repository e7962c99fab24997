import { screens } from '#shared/screens.ts';
import { expect, test } from './fixtures.ts';

test.use({ isChangedFromOutside: true });

const { log, donorLogin, redeem, adminLogin } = screens;

for (const { path } of [log, donorLogin, redeem, adminLogin]) {
  test(`${path} starts without an error after a password manager has changed it`, async ({ page }) => {
    await page.addInitScript(() => {
      const changed = new WeakSet<Element>();
      new MutationObserver(() => {
        for (const field of document.querySelectorAll('input')) {
          if (changed.has(field)) continue;
          changed.add(field);
          field.setAttribute('data-lpignore', 'true');
          field.style.backgroundSize = '16px';
          field.form?.setAttribute('data-bitwarden-watching', '1');
          const icon = document.createElement('div');
          icon.setAttribute('data-lastpass-icon-root', '');
          field.after(icon);
        }
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(path);
    const fields = page.getByRole('main').getByRole('textbox');
    await expect(fields.first()).toBeEnabled();
    await fields.first().fill('AOKAFOR');
    await expect(fields.first()).toHaveValue('AOKAFOR');
  });
}
