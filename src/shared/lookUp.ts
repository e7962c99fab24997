/** Looks sentences up in a table by what they say; undefined is what it has none for. `{name}` stands for what one takes. */
export function lookUpIn(table: Readonly<Record<string, string>>): (sentence: string) => string | undefined {
  const same = new Map(Object.entries(table));
  const taking = [...same]
    .filter(([sentence]) => sentence.includes('{'))
    .map(([sentence, other]) => ({ pattern: patternOf(sentence), other }));
  return (sentence) => {
    const plain = same.get(sentence);
    if (plain !== undefined) return plain;
    for (const { pattern, other } of taking) {
      const taken = pattern.exec(sentence)?.groups;
      if (taken) return other.replaceAll(/\{(\w+)\}/g, (_, name: string) => taken[name] ?? '');
    }
    return undefined;
  };
}

/** Recognises a sentence that was given what it takes. */
function patternOf(sentence: string): RegExp {
  const parts = sentence.split(/(\{\w+\})/).map((part) => {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    return name === undefined ? part.replaceAll(/[.+?()/]/g, String.raw`\$&`) : `(?<${name}>.+)`;
  });
  return new RegExp(`^${parts.join('')}$`, 'su');
}
