const DEEPEST = 20;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const openings = new Set([0x5b, 0x7b]);
const closings = new Set([0x5d, 0x7d]);

/** Whether a JSON text nests deeper than anything here ever needs. Looks at each character once and builds nothing. */
export function nestsTooDeep(text: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (isInText && character === BACKSLASH) index += 1;
    else if (character === QUOTE) isInText = !isInText;
    else if (!isInText && openings.has(character)) depth += 1;
    else if (!isInText && closings.has(character)) depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}
