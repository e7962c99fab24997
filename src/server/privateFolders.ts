import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The mode of folders that hold personal data: their owner's alone. */
export const PRIVATE_FOLDER = 0o700;
const OTHERS = 0o077;

/** Closes DATA_DIR and its uploads to other accounts, where they are this account's and open to others. */
export async function restrictDataFolders(dataDirectory: string): Promise<void> {
  for (const folder of [dataDirectory, join(dataDirectory, 'uploads')]) {
    const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (!found || found.uid !== process.getuid?.() || (found.mode & OTHERS) === 0) continue;
    await chmod(folder, PRIVATE_FOLDER);
  }
}
