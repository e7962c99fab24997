/** The value that a share of all values is not above: 0.5 for the middle one, 1 for the greatest. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** A table of markdown; every column but the first holds numbers. */
export function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join(
    '\n',
  );
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-CA');
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** What a part of the document says, and what was to be reached by what it measured. */
export interface Section {
  text: string;
  targets: Target[];
}

interface Target {
  sentence: string;
  /** What missed it, each with its figure; empty where it is met. */
  missed: string[];
  /** Why it is missed, as profiles say. */
  because: string;
}

export function targetLine({ sentence, missed, because }: Target): string {
  return missed.length === 0
    ? `- Met: ${sentence}.`
    : `- **Not met**: ${sentence}; ${missed.join(', ')}. ${because}`;
}
