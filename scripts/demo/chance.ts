/** Repeatable chance: the same seed draws the same numbers (mulberry32). */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    const fraction = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    return least + Math.floor(fraction * (most - least + 1));
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.between(0, items.length - 1)] as Item;
  }

  /** True in this percentage of draws. */
  likely(percent: number): boolean {
    return this.between(1, 1000) <= percent * 10;
  }

  /** A whole number with this average. */
  drawCount(average: number): number {
    const spread = (average * this.between(40, 160)) / 100;
    return Math.floor(spread) + (this.likely((spread % 1) * 100) ? 1 : 0);
  }

  /** One of the items, drawn by their weights. */
  pickWeighted<Item>(items: readonly Item[], weightOf: (item: Item) => number): Item {
    const sum = items.reduce((total, item) => total + weightOf(item), 0);
    let remaining = this.between(1, sum);
    for (const item of items) {
      remaining -= weightOf(item);
      if (remaining <= 0) return item;
    }
    throw new Error('There is nothing to choose from.');
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    const remaining = [...items];
    return items.map(() => remaining.splice(this.between(0, remaining.length - 1), 1)[0] as Item);
  }
}
