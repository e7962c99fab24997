import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import papaparse from 'papaparse';
import type { CsvSeparator } from '#shared/lists.ts';

/** How its asker wants a file. */
export interface CsvFile {
  separator?: CsvSeparator | undefined;
}

type Cell = string | number | boolean | null;

/** A table to be saved as a file: its rows come in batches, so that a million of them never sit in memory. */
export interface CsvTable {
  fileName: string;
  header: readonly string[];
  batches: AsyncIterable<readonly (readonly Cell[])[]>;
}

/** Sends a table as RFC 4180 CSV (with semicolons if asked for) in UTF-8 with a byte order mark, harmless to spreadsheets, as it is read. */
export async function sendCsv(
  reply: FastifyReply,
  table: CsvTable,
  { separator }: CsvFile,
): Promise<FastifyReply> {
  return await reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${table.fileName}"`)
    .send(Readable.from(textOfCsv(table, separator), { objectMode: false }));
}

/** SHA-256 of a table's file as `sendCsv` sends it, byte order mark and all, in hexadecimal: what `sha256sum` says. */
export async function digestOfCsv(table: Omit<CsvTable, 'fileName'>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of textOfCsv(table)) hash.update(piece);
  return hash.digest('hex');
}

/** The text of a table's file in pieces, byte order mark and all. */
export async function* textOfCsv(
  { header, batches }: Omit<CsvTable, 'fileName'>,
  separator: CsvSeparator = 'comma',
): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${text([header], separator)}`;
  for await (const rows of batches) {
    if (rows.length > 0) yield text(rows, separator);
  }
}

const BYTE_ORDER_MARK = '\ufeff';
const LINE_END = '\r\n';

/** What a spreadsheet takes for the beginning of a formula, in the wide forms of its characters too (OWASP, CSV injection). */
const formula = /^[=+\-@\t\r＝＋－＠]/;

/**
 * The same behind what a program may take for the end of a cell: Excel in Canadian French parts cells at semicolons, quoted or
 * not. Quotes in between are doubled in the file, which is an empty quoted text to such a program.
 */
const laterFormula = /([,;\t\r\n])("*[=+\-@＝＋－＠])/g;

/**
 * An email address of plain letters. Whatever it begins with, it has no bracket, bar or exclamation mark, without which
 * no formula calls anything; and whoever imports the file would take an apostrophe for a part of the address.
 */
const emailAddress = /^[\w'+.-]+@[a-z\d-]+(?:\.[a-z\d-]+)+$/i;

function text(rows: readonly (readonly Cell[])[], separator: CsvSeparator): string {
  return `${papaparse.unparse(
    rows.map((row) => row.map(harmless)),
    { newline: LINE_END, delimiter: separator === 'semicolon' ? ';' : ',' },
  )}${LINE_END}`;
}

/** The library would guard a cell's beginning too, but put quotes around every such cell. */
function harmless(cell: Cell): Cell {
  if (typeof cell !== 'string' || emailAddress.test(cell)) return cell;
  const guarded = cell.replaceAll(laterFormula, "$1'$2");
  return formula.test(guarded) ? `'${guarded}` : guarded;
}

/** The keys of an answer that may be of any length. */
type ListsOf<Content> = {
  [Key in keyof Content as Content[Key] extends readonly object[] ? Key : never]?: AsyncIterable<
    Content[Key]
  >;
};

/** JSON to be saved as a file: what comes whole, then lists in batches, so that none of any length sits in memory. */
export interface JsonFile<Content> {
  fileName: string;
  head: Partial<Content>;
  lists: ListsOf<Content>;
}

/** Sends a file of JSON as it is read, an item of a list in each line. */
export async function sendJsonFile(reply: FastifyReply, file: JsonFile<object>): Promise<FastifyReply> {
  return await reply
    .type('application/json; charset=utf-8')
    .header('content-disposition', `attachment; filename="${file.fileName}"`)
    .send(Readable.from(pieces(file), { objectMode: false }));
}

async function* pieces({ head, lists }: JsonFile<object>): AsyncGenerator<string> {
  // All but the brace that ends it.
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
