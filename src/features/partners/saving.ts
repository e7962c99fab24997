interface Saving {
  /** "15% off": what is set large. Null where the words do not begin with a saving. */
  saving: string | null;
  /** What else is said: of what, when, from which amount on. */
  words: string;
}

const amount = String.raw`\d[\d.,]*`;
const percent = String.raw`${amount}\s?%`;
const money = String.raw`(?:\$\s?${amount}|${amount}\s?\$)`;

/** "15% off", "up to $5 off", "20%" with its noun next, "3 for 2", "2 for $10". */
const atStart = new RegExp(
  String.raw`^(?:(?:up to\s+)?(?:${percent}|${money})\s+off\b|(?:up to\s+)?${percent}(?=\s+(?:discount|on|de)\b)|\d+\s+for\s+(?:${money}|\d+\b))`,
  'i',
);

/** Parts a store's words into the saving that they begin with, up to the first noun, and the rest. */
export function savingOf(discount: string): Saving {
  const all = discount.trim();
  const saving = atStart.exec(all)?.[0] ?? null;
  if (saving === null) return { saving, words: all };
  return { saving, words: all.slice(saving.length).replace(/^[\s,;:.–—-]+/, '') };
}
