export const papers = { letter: 'Letter', a4: 'A4' } as const;

export type Paper = keyof typeof papers;

export interface PrintChoice {
  paper: Paper;
  /** The numbers of the bins chosen, or null where the choice is left to the page. */
  bins: ReadonlySet<number> | null;
}

/** What an address chooses. Letter is what printers here hold, so it is the paper that nobody has to choose. */
export function choiceIn(searchParams: URLSearchParams): PrintChoice {
  const bins = searchParams.get('bins');
  return {
    paper: searchParams.get('paper') === 'a4' ? 'a4' : 'letter',
    bins:
      bins === null
        ? null
        : new Set(
            bins
              .split(',')
              .filter((id) => /^[1-9]\d{0,9}$/.test(id))
              .map(Number),
          ),
  };
}

/** The query that makes this choice. */
export function queryOf({ paper, bins }: PrintChoice): Record<string, string> {
  return { paper, ...(bins && { bins: [...bins].join(',') }) };
}
