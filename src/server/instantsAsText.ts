/** A row as JSON has it: with its instants as ISO 8601 in UTC. */
type AsText<Row> = {
  [Key in keyof Row]: Date extends Row[Key] ? Exclude<Row[Key], Date> | string : Row[Key];
};

/** Writes the instants of a row as an answer has them. */
export function instantsAsText<Row extends object>(row: Row): AsText<Row> {
  // A list has many rows: overwriting is several times quicker than making each anew from its entries.
  const written = { ...row } as Record<string, unknown>;
  for (const key of Object.keys(written)) {
    const value = written[key];
    if (value instanceof Date) written[key] = value.toISOString();
  }
  return written as AsText<Row>;
}
