// Finds texts of the other language on a page, by comparing it with the site's words.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { parseSync } from 'vite';
import { sentences } from '#french/sentences.ts';
import { type Language, languages, languageTag } from '#shared/languages.ts';

/** Shorter pieces may also be words of the other language. */
const LEAST_LETTERS = 8;

const folder = (language: Language) => fileURLToPath(new URL(`../src/words/${language}`, import.meta.url));

/** Files with words of both languages. */
const bilingualFiles = new Set(['sentences.ts']);

/** Syntax nodes without shown texts: imports and types. */
const isNotShown = /^(?:ImportDeclaration|TS(?!AsExpression|SatisfiesExpression))/;

/** Every text in a file of words, split at its variable parts. */
function textsIn(file: string): string[] {
  const texts: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== 'object' || value === null) return;
    const node = value as Record<string, unknown>;
    if (isNotShown.test(String(node['type']))) return;
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

function collectPieces(language: Language): Set<string> {
  const files = readdirSync(folder(language)).filter((name) => !bilingualFiles.has(name));
  const ofApi = Object.entries(sentences);
  return piecesOf([
    ...files.flatMap((name) => textsIn(`${folder(language)}/${name}`)),
    ...ofApi.map(([english, french]) => (language === 'en' ? english : french)),
  ]);
}

const pieces: Readonly<Record<Language, Set<string>>> = { en: collectPieces('en'), fr: collectPieces('fr') };

/** The pieces of sentences that only one language has. */
const onlyIn: Readonly<Record<Language, readonly string[]>> = {
  en: [...pieces.en].filter((piece) => !pieces.fr.has(piece)),
  fr: [...pieces.fr].filter((piece) => !pieces.en.has(piece)),
};

/** The pieces of a language in a text of the other language. */
export function foreignPieces(text: string, language: Language): string[] {
  const line = asOneLine(text);
  return onlyIn[language].filter((piece) => line.includes(piece));
}

/** Expects a page in one language only. */
export async function expectOneLanguage(page: Page, language: Language): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', languageTag(language));
  const text = await textOf(page);
  for (const otherLanguage of languages) {
    if (otherLanguage !== language) expect(foreignPieces(text, otherLanguage), page.url()).toEqual([]);
  }
}

/** All texts of a page: visible, hidden, for screen readers and for search engines. */
async function textOf(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const attributeNames = [
      'aria-label',
      'aria-description',
      'aria-roledescription',
      'alt',
      'title',
      'placeholder',
      'content',
    ];
    const attributes = [...document.querySelectorAll('*')].flatMap((element) =>
      element.matches('meta[name="site"]')
        ? []
        : attributeNames.map((name) => element.getAttribute(name) ?? ''),
    );
    const copy = document.documentElement.cloneNode(true) as HTMLElement;
    // A bin's poster is in both languages, which its paragraphs mark.
    for (const element of copy.querySelectorAll('p[lang]')) element.remove();
    return [document.title, copy.textContent, ...attributes].join('\n');
  });
}
