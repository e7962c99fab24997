import type { LimitName } from '#shared/limits.ts';
import { Refusal } from './refusal.ts';

interface Room {
  /** So many do it at once. */
  atOnce: number;
  /** So many more wait for their turn. */
  waiting: number;
  /** The longest that one of them waits. */
  milliseconds: number;
  /** The quota that being refused for want of room uses up. */
  countsAgainst?: LimitName;
}

/** Lets so many do something at once and a few more wait; whoever comes then is told at once to come later. */
export class Capacity {
  readonly #room: Room;
  readonly #queue = new Set<() => void>();
  #running = 0;

  constructor(room: Room) {
    this.#room = room;
  }

  get isEmpty(): boolean {
    return this.#running === 0;
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
    if (this.#queue.size >= this.#room.waiting) throw busy(this.#room.countsAgainst);
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#queue.delete(begin);
        reject(busy(this.#room.countsAgainst));
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

/** A room that no client fills alone: only the first of each client's own line is at work or waits with the others. */
export class FairCapacity {
  readonly #all: Capacity;
  readonly #line: Room;
  readonly #lines = new Map<string, Capacity>();

  constructor(all: Room, line: Omit<Room, 'atOnce'>) {
    this.#all = new Capacity(all);
    this.#line = { atOnce: 1, ...line };
  }

  /** @throws Refusal as `Capacity` does, also where there is no room in the client's own line. */
  async run<Result>(client: string, work: () => Promise<Result>): Promise<Result> {
    const line = this.#lines.get(client) ?? new Capacity(this.#line);
    this.#lines.set(client, line);
    try {
      return await line.run(() => this.#all.run(work));
    } finally {
      if (line.isEmpty) this.#lines.delete(client);
    }
  }
}

/** A refusal of what may well be done in a moment. */
export function busy(countsAgainst?: LimitName): Refusal {
  return new Refusal('unavailable', 'Too many people are using this at once. Please try again shortly.', {
    retryAfterSeconds: 2,
    ...(countsAgainst && { countsAgainst }),
  });
}
