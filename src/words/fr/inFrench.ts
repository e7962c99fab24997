import type { Parameter } from '#shared/sentence.ts';

/** The French of English sentences. One that does not take the same as its English is a type error. */
export function inFrench<const Table extends { [Text in keyof Table]: TakesTheSame<Text, Table[Text]> }>(
  table: Table,
): Table {
  return table;
}

type TakesTheSame<Text, French> = [Parameter<Text>, Parameter<French>] extends [
  Parameter<French>,
  Parameter<Text>,
]
  ? French
  : { takes: Parameter<Text> };
