// What a bin's two QR codes say: server, management page and print sheet make them from here.

interface BinAddress {
  id: number;
  binCode: string;
  location: string;
}

/** The Log QR's address: the form that logs a donation, with the bin filled in. */
export function logAddress(publicUrl: string, { binCode, location }: Omit<BinAddress, 'id'>): string {
  return `${publicUrl}/log?${new URLSearchParams({ bin: binCode, location }).toString()}`;
}

/** The Report QR's address: the page that reports a full or damaged bin. */
function reportAddress(publicUrl: string, { id, binCode }: Omit<BinAddress, 'location'>): string {
  return `${publicUrl}/report-overflow?${new URLSearchParams({ bin: String(id), code: binCode }).toString()}`;
}

interface BinAddresses {
  log: string;
  report: string;
}

/** Both addresses of a bin. */
export function binAddresses(publicUrl: string, bin: BinAddress): BinAddresses {
  return { log: logAddress(publicUrl, bin), report: reportAddress(publicUrl, bin) };
}

/** Whether a bin's QR codes are made, and still say what they would say now. */
export function qrState(
  publicUrl: string,
  bin: BinAddress & { qrCode: string | null },
): 'missing' | 'outdated' | 'current' {
  if (bin.qrCode === null) return 'missing';
  return bin.qrCode === logAddress(publicUrl, bin) ? 'current' : 'outdated';
}
