/** The usual reasons for a rejection, which the donor reads. A digit chooses one by its number, from 1. */
export const usualReasons = [
  'Not in the bin',
  'Logged twice',
  'Not something we take',
  'Broken or dirty',
] as const;

type UsualReason = (typeof usualReasons)[number];

export const loggedTwiceReason: UsualReason = 'Logged twice';

type KeyPress = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'repeat'>;

/** The usual reason that a key chooses. */
export function pickReason({ key, altKey, ctrlKey, metaKey, repeat }: KeyPress): UsualReason | undefined {
  if (altKey || ctrlKey || metaKey || repeat || !/^[1-9]$/.test(key)) return undefined;
  return usualReasons[Number(key) - 1];
}
