import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

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
