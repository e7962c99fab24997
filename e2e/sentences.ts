// What the site says in one language and not in the other, read from its words as they are written.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { parseSync } from 'vite';
import { sentences } from '#french/sentences.ts';
import { type Language, languages, languageTag } from '#shared/languages.ts';

/** Shorter pieces stand in words of the other language, too. */
const LEAST_LETTERS = 8;

const folder = (language: Language) => fileURLToPath(new URL(`../src/words/${language}`, import.meta.url));

/** Files that hold the other language's words beside their own. */
const ofBoth = new Set(['sentences.ts']);

/** What of a file's tree is imported, or is a type. */
const isSilent = /^(?:ImportDeclaration|TS(?!AsExpression|SatisfiesExpression))/;

/** Every text in a file of words, in the pieces that stand between what differs. */
function textsIn(file: string): string[] {
  const texts: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== 'object' || value === null) return;
    const node = value as Record<string, unknown>;
    if (isSilent.test(String(node['type']))) return;
    if (node['type'] === 'Literal' && typeof node['value'] === 'string') texts.push(node['value']);
    if (node['type'] === 'JSXText') texts.push(String(node['value']));
    if (node['type'] === 'TemplateElement') texts.push((node['value'] as { cooked: string }).cooked);
    for (const part of Object.values(node)) visit(part);
  };
  visit(parseSync(file, readFileSync(file, 'utf8')).program.body);
  return texts;
}

function piecesOf(texts: readonly string[]): Set<string> {
  const pieces = texts
    .flatMap((text) => text.split(/\{\w+\}/))
    .map(asOneLine)
    .filter((text) => text.includes(' ') && text.replaceAll(/\P{L}/gu, '').length >= LEAST_LETTERS);
  return new Set(pieces);
}

const asOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

function saidIn(language: Language): Set<string> {
  const files = readdirSync(folder(language)).filter((name) => !ofBoth.has(name));
  const ofApi = Object.entries(sentences);
  return piecesOf([
    ...files.flatMap((name) => textsIn(`${folder(language)}/${name}`)),
    ...ofApi.map(([english, french]) => (language === 'en' ? english : french)),
  ]);
}

const said: Readonly<Record<Language, Set<string>>> = { en: saidIn('en'), fr: saidIn('fr') };

/** The pieces of sentences that only one language says. */
const saidOnlyIn: Readonly<Record<Language, readonly string[]>> = {
  en: [...said.en].filter((piece) => !said.fr.has(piece)),
  fr: [...said.fr].filter((piece) => !said.en.has(piece)),
};

/** What a text says in a language in which it should say nothing. */
export function foreignPieces(text: string, language: Language): string[] {
  const line = asOneLine(text);
  return saidOnlyIn[language].filter((piece) => line.includes(piece));
}

/** The page is in one language alone. */
export async function expectOneLanguage(page: Page, language: Language): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', languageTag(language));
  const text = await textOf(page);
  for (const other of languages) {
    if (other !== language) expect(foreignPieces(text, other), page.url()).toEqual([]);
  }
}

/** All that a page shows or says: its text, hidden parts too, the names of its parts, and what search engines read. */
async function textOf(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const spoken = [
      'aria-label',
      'aria-description',
      'aria-roledescription',
      'alt',
      'title',
      'placeholder',
      'content',
    ];
    const attributes = [...document.querySelectorAll('*')].flatMap((element) =>
      element.matches('meta[name="site"]') ? [] : spoken.map((name) => element.getAttribute(name) ?? ''),
    );
    const whole = document.documentElement.cloneNode(true) as HTMLElement;
    // A poster is in both languages, and marks them.
    for (const element of whole.querySelectorAll('p[lang]')) element.remove();
    return [document.title, whole.textContent, ...attributes].join('\n');
  });
}
