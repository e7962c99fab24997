import { Refusal } from './refusal.ts';

/** Runs few pieces of heavy work at once, such as checking passwords, and lets a few more wait. */
export class Queue {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor({ atOnce, waiting }: { atOnce: number; waiting: number }) {
    this.#atOnce = atOnce;
    this.#mostWaiting = waiting;
  }

  /** @throws Refusal 503 with Retry-After if too many wait; whatever the work throws. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#atOnce) this.#running += 1;
    else if (this.#waiting.length >= this.#mostWaiting) throw busy();
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The next in line takes this place at once, so nobody can jump the queue.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}

/** Refusal of work that may succeed in a moment. */
export function busy(): Refusal {
  return new Refusal('unavailable', 'Too many people are using this at once. Please try again shortly.', {
    retryAfterSeconds: 2,
  });
}
