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

export function binAddresses(publicUrl: string, bin: BinAddress): BinAddresses {
  return { log: logAddress(publicUrl, bin), report: reportAddress(publicUrl, bin) };
}

/** Outdated: the address has changed since the code was generated. */
export function qrState(
  publicUrl: string,
  bin: BinAddress & { qrCode: string | null },
): 'missing' | 'outdated' | 'current' {
  if (bin.qrCode === null) return 'missing';
  return bin.qrCode === logAddress(publicUrl, bin) ? 'current' : 'outdated';
}
