import { Refusal } from './refusal.ts';

interface Room {
  /** So many do it at once. */
  atOnce: number;
  /** So many more wait for their turn. */
  waiting: number;
  /** The longest that one of them waits. */
  milliseconds: number;
}

/** Lets so many do something at once and a few more wait; whoever comes then is told at once to come later. */
export class Capacity {
  readonly #room: Room;
  readonly #queue = new Set<() => void>();
  #running = 0;

  constructor(room: Room) {
    this.#room = room;
  }

  /** @throws Refusal 503 with Retry-After if there is no room, or none in time; whatever the work throws. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#room.atOnce) this.#running += 1;
    else await this.#turn();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #turn(): Promise<void> {
    if (this.#queue.size >= this.#room.waiting) throw busy();
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#queue.delete(begin);
        reject(busy());
      }, this.#room.milliseconds);
      this.#queue.add(begin);
    });
  }

  /** Whoever waits longest takes the place over: in between nobody else can. */
  #leave(): void {
    const [next] = this.#queue;
    if (next === undefined) {
      this.#running -= 1;
      return;
    }
    this.#queue.delete(next);
    next();
  }
}

/** A refusal of what may well be done in a moment. */
export function busy(): Refusal {
  return new Refusal('unavailable', 'Too many people are using this at once. Please try again shortly.', {
    retryAfterSeconds: 2,
  });
}
