/** HTML, as against text that is still to be escaped. */
export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type Insert = string | number | Html | readonly Html[];

/** A template whose inserts are escaped, unless they are HTML themselves. */
export function html(parts: TemplateStringsArray, ...inserts: readonly Insert[]): Html {
  const sources = inserts.map(sourceOf);
  return new Html(parts.map((part, index) => part + (sources[index] ?? '')).join(''));
}

function sourceOf(insert: Insert): string {
  if (insert instanceof Html) return insert.source;
  if (typeof insert === 'object') return insert.map(({ source }) => source).join('');
  return String(insert).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
