/** Why donations are rejected as a rule. The donor reads it; the digit of its place chooses it. */
export const usualReasons = [
  'Not in the bin',
  'Logged twice',
  'Not something we take',
  'Broken or dirty',
] as const;

type UsualReason = (typeof usualReasons)[number];

export const loggedTwice: UsualReason = 'Logged twice';

interface KeyPress {
  key: string;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  repeat: boolean;
}

/** The usual reason that a key chooses. */
export function reasonOfKey({ key, altKey, ctrlKey, metaKey, repeat }: KeyPress): UsualReason | undefined {
  if (altKey || ctrlKey || metaKey || repeat || !/^[1-9]$/.test(key)) return undefined;
  return usualReasons[Number(key) - 1];
}
