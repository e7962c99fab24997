// A mail as HTML and as text. Mail programs support only tables, styles at the elements, and one style element, which is for
// dark mode and phones. Every sentence makes sense without the parts that a program may leave out, such as shapes.

/** A piece of a sentence. An `unbroken` one, such as a code or a weight, is bold and stays on one line. */
type Piece = string | { bold: string } | { unbroken: string } | { link: string; href: string };

/** The pieces of a paragraph, or of a part of one. */
export type Line = readonly Piece[];

/** A template whose inserts are pieces or lines. */
export function line(texts: TemplateStringsArray, ...inserts: (Piece | Line)[]): Line {
  return texts.flatMap((text, index) => [text, inserts[index] ?? []].flat());
}

export function bold(text: string): Piece {
  return { bold: text };
}

export function unbroken(text: string): Piece {
  return { unbroken: text };
}

export function mailTo(email: string): Piece {
  return { link: email, href: `mailto:${email}` };
}

export interface Letter {
  /** The value of the attribute `lang`. */
  language: string;
  subject: string;
  /** The organisation's name. */
  sender: string;
  day: string;
  /** May contain line breaks. */
  heading: string;
  paragraphs: readonly Line[];
  /** A row of closed and open loops, whose label counts them in words. */
  loops?: { closed: number; total: number; label: string };
  /** A swing tag with a code. */
  tag?: { code: string; openLoops: number; terms: string; hint: string | null };
  /** The first is the main button, which is filled. */
  buttons: readonly { label: string; href: string }[];
  foot: { address: string; why: string; howToStop: Line };
}

/** HTML that needs no escaping. */
interface Html {
  source: string;
}

type Insert = string | number | Html | Html[];

/** A template whose inserts are escaped, unless they are HTML themselves. */
function html(parts: TemplateStringsArray, ...inserts: Insert[]): Html {
  return { source: String.raw({ raw: parts }, ...inserts.map(htmlSource)) };
}

function htmlSource(insert: Insert): string {
  if (Array.isArray(insert)) return insert.map(({ source }) => source).join('');
  if (typeof insert === 'object') return insert.source;
  return String(insert).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The colours of `src/web/look.css` in light and dark mode, because mail programs lack custom properties and oklch. */
export const mailColors = {
  sunk: { light: '#f3f0e4', dark: '#09100c' },
  raised: { light: '#ffffff', dark: '#17211b' },
  ink: { light: '#12241a', dark: '#f0eee7' },
  muted: { light: '#4a5d52', dark: '#acb0a2' },
  spruce: { light: '#0c5c3c', dark: '#6ecf9a' },
  'on-spruce': { light: '#fcfaf1', dark: '#091a11' },
  panel: { light: '#04492f', dark: '#112d20' },
  wheat: { light: '#eec55e', dark: '#eec55e' },
};

const { raised, ink, muted, spruce, wheat } = mailColors;

/** Each class's style in light mode, written at its elements. A tag stays light in dark mode, by its own colours. */
const styles: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(mailColors).flatMap(([token, { light }]) => [
      [token, `color:${light}`],
      [`${token}-ground`, `background-color:${light}`],
    ]),
  ),
  body: 'margin:0;padding:0',
  preview: 'display:none;max-height:0;overflow:hidden',
  font: 'font-family:Figtree,Arial,Helvetica,sans-serif',
  display: "font-family:'Bricolage Grotesque','Arial Black',Arial,sans-serif",
  page: 'padding:14px 30px 24px',
  column: 'max-width:540px;text-align:left;word-break:break-word',
  head: 'padding:14px 6px 18px',
  name: 'font-size:22px;line-height:28px;font-weight:800;letter-spacing:-0.038em',
  day: 'font-size:14px;line-height:28px;white-space:nowrap',
  sheet: 'border-radius:16px;overflow:hidden',
  letter: 'padding:32px 36px 22px',
  heading: 'margin:0;font-size:40px;line-height:41px;font-weight:780;letter-spacing:-0.035em',
  paragraph: 'margin:14px 0 0;font-size:16px;line-height:24.8px',
  loops: 'margin:14px 0 0',
  shape: 'vertical-align:middle;margin-right:7px',
  band: 'padding:30px 16px',
  tag: `max-width:388px;border-radius:30px 30px 0 0;background-color:${raised.light};color:${ink.light}`,
  inside: 'padding:15px 12px 20px',
  hole: `display:inline-block;width:14px;height:14px;border:6px solid ${wheat.light};border-radius:50%`,
  code: 'padding-top:10px;font-size:46px;line-height:1;font-weight:800;letter-spacing:0.045em;white-space:nowrap',
  terms: 'padding-top:15px;font-size:16px;line-height:24px;font-weight:600',
  uses: `color:${spruce.light}`,
  hint: `padding-top:6px;font-size:14.5px;line-height:23px;color:${muted.light}`,
  buttons: 'padding:16px 36px 20px',
  button:
    'display:inline-block;box-sizing:border-box;margin:8px 12px 8px 0;border:2px solid;border-radius:10px;padding:0 18px;font-size:16.5px;line-height:44px;font-weight:600;text-align:center;text-decoration:none',
  filled: `border-color:${spruce.light}`,
  foot: 'padding:20px 6px 0;font-size:13.5px;line-height:20.5px',
  link: 'text-decoration:underline',
  unbroken: 'white-space:nowrap',
};

const darkRules = Object.entries(mailColors).map(
  ([token, { dark }]) =>
    `.${token}{color:${dark}!important}.${token}-ground{background-color:${dark}!important}`,
);

const styleElement: Html = {
  source: `<style>:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.page{padding:6px 12px 20px!important}.head{padding:10px 8px 13px!important}.foot{padding:20px 8px 0!important}.letter{padding:24px 20px 20px!important}.heading{font-size:32px!important;line-height:33px!important}.band{padding:22px 16px!important}.buttons{padding:16px 20px!important}.code{font-size:36px!important}.button{display:block!important;margin:0 0 12px!important}}
@media (prefers-color-scheme:dark){${darkRules.join('')}.filled{border-color:${spruce.dark}!important}}</style>`,
};

// The shapes of `src/web/ui/Mark.tsx` and `Pip.tsx`. A closed loop's check mark is a hole, which shows the background.
const logo: Html = {
  source: `<svg viewBox="0 0 64 64" width="28" height="28" aria-hidden="true"><path fill="currentColor" d="M58.28 26.70A28 28 0 1 1 37.30 5.72A4.200 4.200 0 0 1 35.15 13.72A18.2 18.2 0 1 0 50.28 28.85A4.200 4.200 0 0 1 58.28 26.70Z" /><path fill="${wheat.light}" transform="translate(47.7 16.3) rotate(45)" d="M-11 .8C-8 -6.800 7 -7.600 11.400 .6C7 7.400 -7 7.600 -11 .8Z" /></svg>`,
};
const closedLoop: Html = {
  source:
    '<path fill="currentColor" fill-rule="evenodd" d="M12 2a10 10 0 1 0 0 20a10 10 0 0 0 0-20ZM7.450 13.050l2.600 2.600a1.200 1.200 0 0 0 1.740-.04l4.800-5.300a1.200 1.200 0 0 0-1.780-1.610l-3.950 4.360l-1.710-1.710a1.200 1.200 0 0 0-1.700 1.700Z" />',
};
const openLoop: Html = {
  source:
    '<path fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" d="M19.7 8.4A8.5 8.5 0 1 1 15.6 4.3" />',
};

const tableAttributes: Html = { source: 'role="presentation" width="100%" cellpadding="0" cellspacing="0"' };

/** A letter as an HTML page. */
export function renderHtml(letter: Letter): string {
  const { language, subject, sender, day, heading, paragraphs, loops, tag, buttons, foot } = letter;
  const page = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${subject}</title>
        ${styleElement}
      </head>
      <body class="body sunk-ground">
        <div class="preview">${plainText(paragraphs[0] ?? [])}</div>
        <table ${tableAttributes} class="font sunk-ground">
          <tr>
            <td align="center" class="page">
              <table ${tableAttributes} class="column">
                <tr>
                  <td class="head">
                    <table ${tableAttributes}>
                      <tr>
                        <td width="38" class="spruce">${logo}</td>
                        <td class="name display ink">${sender}</td>
                        <td align="right" class="day muted">${day}</td>
                      </tr>
                    </table>
                  </td>
                </tr>
                <tr>
                  <td class="sheet raised-ground">
                    <table ${tableAttributes}>
                      <tr>
                        <td class="letter">
                          <h1 class="heading display ink">${withLineBreaks(heading)}</h1>
                          ${paragraphs.map((paragraph) => html`<p class="paragraph ink">${renderPieces(paragraph)}</p>`)}
                          ${loops ? loopRow(loops) : ''}
                        </td>
                      </tr>
                      ${tag ? tagBand(tag) : ''}
                      <tr>
                        <td class="buttons">${buttons.map(button)}</td>
                      </tr>
                    </table>
                  </td>
                </tr>
                <tr>
                  <td class="foot muted">
                    <strong class="ink">${sender}</strong>, ${foot.address}<br />${foot.why}
                    ${renderPieces(foot.howToStop)}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `;
  return (
    page.source
      // Removes the indentation of this file.
      .replaceAll(/\n\s+/g, '\n')
      .replaceAll(
        /class="([^"]*)"/g,
        (attribute: string, names: string) => `${attribute} style="${styleOf(names)}"`,
      )
  );
}

/** The styles of an element's classes. Typed text cannot add a class, because its quotes are escaped. */
function styleOf(classes: string): string {
  return classes
    .split(' ')
    .map((name) => styles[name])
    .join(';');
}

function loopRow({ closed, total, label }: NonNullable<Letter['loops']>): Html {
  return html`<div role="img" aria-label="${label}" class="loops spruce">${loopShapes(closed, total)}</div>`;
}

function loopShapes(closed: number, total: number): Html[] {
  return Array.from(
    { length: total },
    (_, index) =>
      html`<svg viewBox="0 0 24 24" width="30" height="30" aria-hidden="true" class="shape">
        ${index < closed ? closedLoop : openLoop}
      </svg>`,
  );
}

function tagBand({ code, openLoops, terms, hint }: NonNullable<Letter['tag']>): Html {
  return html`<tr>
    <td align="center" class="band panel-ground">
      <table ${tableAttributes} class="tag">
        <tr>
          <td align="center" class="inside">
            <span class="hole panel-ground"></span>
            <div class="code display">${code}</div>
            <div class="terms"><span class="uses">${loopShapes(0, openLoops)}</span> ${terms}</div>
            <div class="hint">${hint ?? ''}</div>
          </td>
        </tr>
      </table>
    </td>
  </tr>`;
}

function button({ label, href }: Letter['buttons'][number], index: number): Html {
  const classes = index === 0 ? 'button filled on-spruce spruce-ground' : 'button spruce';
  return html`<a href="${href}" target="_blank" class="${classes}">${label}</a>`;
}

function renderPieces(paragraph: Line): Html[] {
  return paragraph.map((piece) => {
    if (typeof piece === 'string') return withLineBreaks(piece);
    if ('bold' in piece) return html`<strong>${withLineBreaks(piece.bold)}</strong>`;
    if ('unbroken' in piece) return html`<strong class="unbroken">${piece.unbroken}</strong>`;
    return html`<a href="${piece.href}" target="_blank" class="link ink">${piece.link}</a>`;
  });
}

/** Keeps the line breaks of a text, which people may have typed. */
function withLineBreaks(text: string): Html {
  const lines = text.split(/\r\n|[\r\n]/);
  return html`${lines.map((textLine, index) => (index === 0 ? html`${textLine}` : html`<br />${textLine}`))}`;
}

/** A letter as plain text. */
export function renderText(letter: Letter): string {
  const { sender, heading, paragraphs, loops, tag, buttons, foot } = letter;
  const tagLines = tag ? [tag.code, tag.terms, tag.hint].filter(Boolean) : [];
  const blocks = [
    heading.replaceAll('\n', ' '),
    ...paragraphs.map(plainText),
    loops?.label,
    tagLines.map((text) => `    ${text}`).join('\n'),
    buttons.map(({ label, href }) => `${label}\n${href}`).join('\n'),
    ['-- ', `${sender}, ${foot.address}`, foot.why, withLinkAddresses(foot.howToStop)]
      .filter(Boolean)
      .join('\n'),
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

function plainText(paragraph: Line): string {
  return paragraph.map(pieceText).join('');
}

function pieceText(piece: Piece): string {
  if (typeof piece === 'string') return piece;
  if ('bold' in piece) return piece.bold;
  return 'unbroken' in piece ? piece.unbroken : piece.link;
}

/** Each link's address gets its own line, because mail programs read text after an address as part of it. */
function withLinkAddresses(paragraph: Line): string {
  const addresses = paragraph.flatMap((piece) =>
    typeof piece === 'object' && 'link' in piece ? piece.href : [],
  );
  return [plainText(paragraph), ...addresses].join('\n');
}
