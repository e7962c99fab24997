import { encodeQR } from 'qr';

/** What scanners need free around a code, in modules. */
const quietZone = 4;

/** The dark modules of a text's code as a path in a square box, its quiet zone included, one unit a module. */
export function qrModules(text: string): { path: string; box: number } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: quietZone });
  let path = '';
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x += 1;
      path += `M${start} ${y}h${x - start + 1}v1H${start}z`;
    }
  });
  return { path, box: rows.length };
}
