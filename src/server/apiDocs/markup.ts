/** HTML that is whole and safe to send. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | undefined | readonly Markup[];

const characters: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Puts parts into HTML: a text as a text, whatever is in it. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(String.raw({ raw: strings }, ...parts.map(written)));
}

function written(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return String(part).replaceAll(/[&<>"]/g, (character) => characters[character] ?? character);
}

/** A sentence whose `words` are code. */
export function prose(sentence: string): Markup {
  return new Markup(
    html`${sentence}`.text.replaceAll(/`([^`]+)`/g, (_, code: string) => `<code>${code}</code>`),
  );
}
