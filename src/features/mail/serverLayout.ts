// How a mail looks, as HTML and as text. Mail programs know little: tables, styles at the elements, and one style element
// for the dark and for phones. What one of them leaves out, such as the shapes, no sentence hangs on.
import { Html, html } from './serverHtml.ts';
import { mailColors } from './serverMailLook.ts';
import type { Line, MailWords, Piece } from './mailWords.ts';

/** A mail in words and parts, ready to be laid out. */
export interface Letter extends Pick<MailWords, 'language' | 'labelled'> {
  subject: string;
  /** The organisation's name, over the letter and in its foot. */
  from: string;
  day: string;
  /** A line break parts its lines. */
  heading: string;
  paragraphs: readonly Line[];
  /** What is agreed on, each with its name: after the first paragraph. */
  facts?: readonly (readonly [name: string, told: string])[] | undefined;
  /** Closed and open ones in a row; `label` says how many. */
  loops?: { closed: number; total: number; label: string } | undefined;
  /** The swing tag. */
  tag?: { code: string; openLoops: number; terms: string; hint: string | null } | undefined;
  /** The first is the one to press. */
  buttons: readonly { label: string; href: string }[];
  foot: { address: string; why: string; stop: Line };
}

type Token = keyof typeof mailColors;

const displayFont = "'Bricolage Grotesque','Arial Black',Arial,sans-serif";
const textFont = 'Figtree,Arial,Helvetica,sans-serif';

/** Light colours stand at the elements; these classes have the dark ones. */
const darkRules = (Object.keys(mailColors) as Token[])
  .map(
    (token) =>
      `.${token}{color:${mailColors[token].dark}!important}.on-${token}-ground{background-color:${mailColors[token].dark}!important}`,
  )
  .join('');

const styles = new Html(`:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.page{padding:6px 12px 20px!important}.head{padding:10px 8px 13px!important}.foot{padding:20px 8px 0!important}.part{padding-left:20px!important;padding-right:20px!important}.first{padding-top:24px!important}.heading{font-size:32px!important;line-height:33px!important}.band{padding:22px 16px!important}.buttons{padding:22px 20px 14px!important}.code{font-size:36px!important}.button{display:block!important;margin:0 0 12px!important}}
@media (prefers-color-scheme:dark){${darkRules}.cut{border-left-color:${mailColors.panel.dark}!important;border-right-color:${mailColors.panel.dark}!important}.outline{border-color:${mailColors.spruce.dark}!important}}`);

function ground(token: Token): string {
  return `background-color:${mailColors[token].light};`;
}

function ink(token: Token): string {
  return `color:${mailColors[token].light};`;
}

/** A letter as a page of HTML. */
export function letterAsHtml(letter: Letter): string {
  const { language, subject, from, day, heading, paragraphs, facts, loops, tag, buttons, foot } = letter;
  const [first = [], ...others] = paragraphs;
  const page = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${subject}</title>
        <style>
          ${styles}
        </style>
      </head>
      <body class="on-sunk-ground" style="margin:0;padding:0;${ground('sunk')}">
        <div style="display:none;max-height:0;overflow:hidden">${plain(first)}</div>
        <table
          role="presentation"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          class="on-sunk-ground"
          style="${ground('sunk')}font-family:${textFont}"
        >
          <tr>
            <td align="center" class="page" style="padding:14px 30px 24px">
              <table
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                style="max-width:540px;text-align:left;word-break:break-word"
              >
                <tr>
                  <td class="head" style="padding:14px 6px 18px">${head(from, day)}</td>
                </tr>
                <tr>
                  <td class="on-raised-ground" style="${ground('raised')}border-radius:16px;overflow:hidden">
                    <table role="presentation" width="100%" cellpadding="0" cellspacing="0">
                      <tr>
                        <td class="part first" style="padding:32px 36px ${tag ? '24px' : '12px'}">
                          <h1
                            class="ink heading"
                            style="margin:0;font-family:${displayFont};font-size:40px;line-height:41px;font-weight:780;letter-spacing:-0.035em;${ink('ink')}"
                          >
                            ${lines(heading)}
                          </h1>
                          ${paragraph(first)}${facts ? factRows(facts) : ''}${others.map(paragraph)}${loops ? loopRow(loops) : ''}
                        </td>
                      </tr>
                      ${tag ? tagBand(tag) : ''}${
                        buttons.length > 0
                          ? html`<tr>
                              <td class="buttons" style="padding:${tag ? '26px' : '14px'} 36px 20px">
                                ${buttons.map(button)}
                              </td>
                            </tr>`
                          : html`<tr>
                              <td style="height:${tag ? '0' : '20px'}"></td>
                            </tr>`
                      }
                    </table>
                  </td>
                </tr>
                <tr>
                  <td
                    class="foot muted"
                    style="padding:20px 6px 0;font-size:13.5px;line-height:20.5px;${ink('muted')}"
                  >
                    <strong class="ink" style="${ink('ink')}">${from}</strong>, ${foot.address}<br />${foot.why}${foot.stop.length > 0 ? ' ' : ''}${pieces(foot.stop)}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `;
  // The indentation is for whoever reads this file.
  return page.source.replaceAll(/\n\s+/g, '\n');
}

/** The same in plain text. */
export function letterAsText(letter: Letter): string {
  const { labelled, from, heading, paragraphs, facts = [], loops, tag, buttons, foot } = letter;
  const [first = [], ...others] = paragraphs;
  const blocks = [
    heading.replaceAll('\n', ' '),
    plain(first),
    facts.map(([name, told]) => labelled(name, told)).join('\n'),
    ...others.map(plain),
    loops?.label ?? '',
    tag
      ? [tag.code, tag.terms, tag.hint ?? '']
          .filter(Boolean)
          .map((line) => `    ${line}`)
          .join('\n')
      : '',
    buttons.map(({ label, href }) => `${label}\n${href}`).join('\n'),
    ['-- ', `${from}, ${foot.address}`, foot.why, spelledOut(foot.stop)].filter(Boolean).join('\n'),
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

function head(from: string, day: string): Html {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0">
    <tr>
      <td width="38" class="spruce" style="${ink('spruce')}">${mark}</td>
      <td
        class="ink"
        style="font-family:${displayFont};font-size:22px;line-height:28px;font-weight:800;letter-spacing:-0.038em;${ink('ink')}"
      >
        ${from}
      </td>
      <td
        align="right"
        class="muted"
        style="font-size:14px;line-height:28px;white-space:nowrap;${ink('muted')}"
      >
        ${day}
      </td>
    </tr>
  </table>`;
}

/** The shapes of `src/web/ui/Mark.tsx` and `Pip.tsx`. */
const mark = html`<svg viewBox="0 0 64 64" width="28" height="28" aria-hidden="true" style="display:block">
  <path
    fill="currentColor"
    d="M58.28 26.70A28 28 0 1 1 37.30 5.72A4.200 4.200 0 0 1 35.15 13.72A18.2 18.2 0 1 0 50.28 28.85A4.200 4.200 0 0 1 58.28 26.70Z"
  />
  <path
    fill="${mailColors.wheat.light}"
    transform="translate(47.7 16.3) rotate(45)"
    d="M-11 .8C-8 -6.800 7 -7.600 11.400 .6C7 7.400 -7 7.600 -11 .8Z"
  />
</svg>`;

/** Its check has the ground's colour, whichever that is: it is cut out. */
const closedLoop = (size: number, gap: number) =>
  html`<svg
    viewBox="0 0 24 24"
    width="${size}"
    height="${size}"
    aria-hidden="true"
    style="vertical-align:middle;margin-right:${gap}px"
  >
    <path
      fill="currentColor"
      fill-rule="evenodd"
      d="M12 2a10 10 0 1 0 0 20a10 10 0 0 0 0-20ZM7.450 13.050l2.600 2.600a1.200 1.200 0 0 0 1.740-.04l4.800-5.300a1.200 1.200 0 0 0-1.780-1.610l-3.950 4.360l-1.710-1.710a1.200 1.200 0 0 0-1.700 1.700Z"
    />
  </svg>`;

const openLoop = (size: number, gap: number) =>
  html`<svg
    viewBox="0 0 24 24"
    width="${size}"
    height="${size}"
    aria-hidden="true"
    style="vertical-align:middle;margin-right:${gap}px"
  >
    <path
      fill="none"
      stroke="currentColor"
      stroke-width="3"
      stroke-linecap="round"
      d="M19.7 8.4A8.5 8.5 0 1 1 15.6 4.3"
    />
  </svg>`;

function loopRow({ closed, total, label }: NonNullable<Letter['loops']>): Html {
  const loops = Array.from({ length: total }, (_, index) =>
    index < closed ? closedLoop(31, 8) : openLoop(31, 8),
  );
  return html`<div role="img" aria-label="${label}" class="spruce" style="margin:14px 0 0;${ink('spruce')}">
    ${loops}
  </div>`;
}

function factRows(facts: NonNullable<Letter['facts']>): Html {
  const rows = facts.map(
    ([name, told]) =>
      html`<tr>
        <td
          class="muted"
          style="padding:3px 18px 3px 0;font-size:16px;line-height:24.8px;vertical-align:top;${ink('muted')}"
        >
          ${name}
        </td>
        <td class="ink" style="padding:3px 0;font-size:16px;line-height:24.8px;font-weight:600;${ink('ink')}">
          ${lines(told)}
        </td>
      </tr>`,
  );
  return html`<table cellpadding="0" cellspacing="0" style="margin:12px 0 0">
    ${rows}
  </table>`;
}

function tagBand({ code, openLoops, terms, hint }: NonNullable<Letter['tag']>): Html {
  const side = (border: 'left' | 'right') =>
    html`<td width="30" height="30" style="font-size:0;line-height:0">
      <div
        class="cut"
        style="width:0;height:0;border-style:solid;border-width:${border === 'left' ? '0 0 30px 30px' : '0 30px 30px 0'};border-color:${mailColors.panel.light} ${mailColors.panel.light} ${mailColors.raised.light} ${mailColors.panel.light}"
      ></div>
    </td>`;
  const loops = Array.from({ length: openLoops }, () => openLoop(24, 6));
  // White in the dark, too: so its colours have no class.
  return html`<tr>
    <td align="center" class="on-panel-ground band" style="padding:30px 16px;${ground('panel')}">
      <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:388px">
        <tr>
          ${side('left')}
          <td style="${ground('raised')}font-size:0;line-height:0">&nbsp;</td>
          ${side('right')}
        </tr>
        <tr>
          <td colspan="3" align="center" style="${ground('raised')}padding:0 12px 20px">
            <div style="margin:-15px 0 10px">
              <span
                class="on-panel-ground"
                style="display:inline-block;width:14px;height:14px;border:6px solid ${mailColors.wheat.light};border-radius:50%;${ground('panel')}"
              ></span>
            </div>
            <div
              class="code"
              style="font-family:${displayFont};font-size:46px;line-height:1;font-weight:800;letter-spacing:0.045em;white-space:nowrap;${ink('ink')}"
            >
              ${code}
            </div>
            <div style="padding-top:15px;font-size:16px;line-height:24px;font-weight:600;${ink('ink')}">
              <span style="${ink('spruce')}">${loops}</span> ${terms}
            </div>
            ${hint === null ? '' : html`<div style="padding-top:6px;font-size:14.5px;line-height:23px;${ink('muted')}">${hint}</div>`}
          </td>
        </tr>
      </table>
    </td>
  </tr> `;
}

function button({ label, href }: Letter['buttons'][number], index: number): Html {
  const shape =
    'display:inline-block;box-sizing:border-box;margin:0 12px 12px 0;border-radius:10px;font-size:16.5px;font-weight:600;text-align:center;text-decoration:none;';
  return index === 0
    ? html`<a
        href="${href}"
        target="_blank"
        class="button on-spruce on-spruce-ground"
        style="${shape}padding:0 20px;line-height:48px;box-shadow:inset 0 -3px 0 rgba(1,38,22,0.38);${ground('spruce')}${ink('on-spruce')}"
        >${label}</a
      >`
    : html`<a
        href="${href}"
        target="_blank"
        class="button outline spruce"
        style="${shape}padding:0 18px;line-height:44px;border:2px solid ${mailColors.spruce.light};${ink('spruce')}"
        >${label}</a
      >`;
}

function paragraph(line: Line): Html {
  return html`<p class="ink" style="margin:14px 0 0;font-size:16px;line-height:24.8px;${ink('ink')}">
    ${pieces(line)}
  </p> `;
}

function pieces(line: Line): Html[] {
  return line.map((piece) => {
    if (typeof piece === 'string') return lines(piece);
    if ('bold' in piece) return html`<strong>${lines(piece.bold)}</strong>`;
    if ('unbroken' in piece) return html`<strong style="white-space:nowrap">${piece.unbroken}</strong>`;
    return html`<a
      href="${piece.href}"
      target="_blank"
      class="ink"
      style="text-decoration:underline;${ink('ink')}"
      >${piece.link}</a
    >`;
  });
}

/** What people type has line breaks. */
function lines(text: string): Html {
  return html`${text.split(/\r\n|[\r\n]/).map((line, index) => (index === 0 ? html`${line}` : html`<br />${line}`))}`;
}

function plain(line: Line): string {
  return line.map(wordsOf).join('');
}

function wordsOf(piece: Piece): string {
  if (typeof piece === 'string') return piece;
  if ('bold' in piece) return piece.bold;
  return 'unbroken' in piece ? piece.unbroken : piece.link;
}

/** With each address on a line of its own: programs make what follows an address on its line a part of it. */
function spelledOut(line: Line): string {
  const addresses = line.flatMap((piece) => (typeof piece === 'object' && 'link' in piece ? piece.href : []));
  return [plain(line), ...addresses].join('\n');
}
