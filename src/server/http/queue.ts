import { Refusal } from './refusal.ts';

/** Does a few things at once that take a core for a while, such as checking a password. A few more wait for their turn. */
export class Queue {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor({ atOnce, waiting }: { atOnce: number; waiting: number }) {
    this.#atOnce = atOnce;
    this.#mostWaiting = waiting;
  }

  /** @throws Refusal 503 with Retry-After if there is no room to wait; whatever the work throws. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#atOnce) this.#running += 1;
    else if (this.#waiting.length >= this.#mostWaiting) throw busy();
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      // Whoever waits longest takes the place over: in between nobody else can.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}

/** A refusal of what may well be done in a moment. */
export function busy(): Refusal {
  return new Refusal('unavailable', 'Too many people are using this at once. Please try again shortly.', {
    retryAfterSeconds: 2,
  });
}
