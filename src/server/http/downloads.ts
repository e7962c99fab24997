import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import papaparse from 'papaparse';
import type { CsvSeparator } from '#shared/lists.ts';

type Cell = string | number | boolean | null;

/** A table to be saved as a file. Its rows come in batches, so that they never sit in memory all at once. */
export interface CsvTable {
  fileName: string;
  header: readonly string[];
  batches: AsyncIterable<readonly (readonly Cell[])[]>;
}

/** Streams a table as CSV (RFC 4180) in UTF-8 with a byte order mark. No cell runs as a formula in a spreadsheet. */
export async function sendCsv(
  reply: FastifyReply,
  table: CsvTable,
  separator?: CsvSeparator,
): Promise<FastifyReply> {
  return await reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${table.fileName}"`)
    .send(Readable.from(textOfCsv(table, separator), { objectMode: false }));
}

/** SHA-256 of the file that `sendCsv` sends, in hexadecimal as `sha256sum` prints it. */
export async function digestOfCsv(table: Omit<CsvTable, 'fileName'>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of textOfCsv(table)) hash.update(piece);
  return hash.digest('hex');
}

/** The file that `sendCsv` sends, in pieces of text. */
export async function* textOfCsv(
  { header, batches }: Omit<CsvTable, 'fileName'>,
  separator: CsvSeparator = 'comma',
): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${csvLines([header], separator)}`;
  for await (const rows of batches) {
    if (rows.length > 0) yield csvLines(rows, separator);
  }
}

const BYTE_ORDER_MARK = '\ufeff';
const LINE_END = '\r\n';

/** How a formula begins, full-width characters included (OWASP, CSV injection). */
const formula = /^[=+\-@\t\r＝＋－＠]/;

/**
 * A formula after a character that may end a cell. Excel in Canadian French splits even quoted cells at semicolons, and
 * skips the doubled quotes in between.
 */
const laterFormula = /([,;\t\r\n])("*[=+\-@＝＋－＠])/g;

/**
 * A plain email address, which stays unguarded even with a leading `+`. As a formula it cannot call anything, and an added
 * apostrophe would become part of the address.
 */
const emailAddress = /^[\w'+.-]+@[a-z\d-]+(?:\.[a-z\d-]+)+$/i;

function csvLines(rows: readonly (readonly Cell[])[], separator: CsvSeparator): string {
  return `${papaparse.unparse(
    rows.map((row) => row.map(withoutFormula)),
    { newline: LINE_END, delimiter: separator === 'semicolon' ? ';' : ',' },
  )}${LINE_END}`;
}

/** A cell that no spreadsheet runs as a formula. The library's own guard would also put quotes around it. */
function withoutFormula(cell: Cell): Cell {
  if (typeof cell !== 'string' || emailAddress.test(cell)) return cell;
  const guarded = cell.replaceAll(laterFormula, "$1'$2");
  return formula.test(guarded) ? `'${guarded}` : guarded;
}

/** The lists of an answer, each read in batches. */
type ListsOf<Content> = {
  [Key in keyof Content as Content[Key] extends readonly object[] ? Key : never]?: AsyncIterable<
    Content[Key]
  >;
};

/** JSON to be saved as a file: a head, then lists in batches. */
export interface JsonFile<Content> {
  fileName: string;
  head: Partial<Content>;
  lists: ListsOf<Content>;
}

/** Streams a JSON file, one line for each item of a list. */
export async function sendJsonFile(reply: FastifyReply, file: JsonFile<object>): Promise<FastifyReply> {
  return await reply
    .type('application/json; charset=utf-8')
    .header('content-disposition', `attachment; filename="${file.fileName}"`)
    .send(Readable.from(textOfJson(file), { objectMode: false }));
}

async function* textOfJson({ head, lists }: JsonFile<object>): AsyncGenerator<string> {
  // The closing brace is left out, because the lists follow inside.
  yield JSON.stringify(head, null, 2).slice(0, -'\n}'.length);
  for (const [name, batches] of Object.entries(lists as Record<string, AsyncIterable<readonly object[]>>)) {
    yield `,\n  ${JSON.stringify(name)}: [`;
    let separator = '\n    ';
    for await (const items of batches) {
      for (const item of items) {
        yield `${separator}${JSON.stringify(item)}`;
        separator = ',\n    ';
      }
    }
    yield separator.startsWith(',') ? '\n  ]' : ']';
  }
  yield '\n}\n';
}
