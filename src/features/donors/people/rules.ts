// What may be typed where somebody is removed: the dialog and the server ask here.

/** Whether a typed name is the one that was asked for, however its letters and spaces are written. */
export function isTypedName(typed: string, asked: string): boolean {
  return plain(typed) === plain(asked);
}

function plain(name: string): string {
  return name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
