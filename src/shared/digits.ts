/** A text with the digits of every script as 0 to 9: `٧` and `७` are 7. */
export function asciiDigits(text: string): string {
  return text.replaceAll(/(?!\d)\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    // Unicode has the digits of a script in a row, zero first; between the rows there are gaps, or whole rows.
    let zero = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String((code - zero) % 10);
  });
}
