import { dayOf, nextDay, startOfDay } from '#shared/dates.ts';
import type { Subject } from '#shared/subjects.ts';

/** So long after its reading began an answer is given to whoever asks. */
const KEPT_MILLISECONDS = 1000;

interface Reading {
  shows: readonly Subject[];
  /** In milliseconds of the process: the clock on the wall may be set back. */
  begun: number;
  /** From then on another day is today. */
  endOfDay: Date;
  answer: Promise<string>;
}

/**
 * Answers that are the same for whoever asks, kept by this process for at most a second: docs/decisions/0024. Those who ask
 * while one is being read wait for the same reading.
 */
export class KeptAnswers {
  readonly #readings = new Map<string, Reading>();
  readonly #timeZone: string;
  readonly #elapsed: () => number;

  /** @param elapsed milliseconds since some moment, which nobody sets back. */
  constructor(timeZone: string, elapsed: () => number) {
    this.#timeZone = timeZone;
    this.#elapsed = elapsed;
  }

  /**
   * The answer that is kept, else what is read now.
   *
   * @param name unlike that of any other answer.
   * @throws whatever the reading throws, to all who waited for it. It is not kept.
   */
  async get(
    name: string,
    { shows, now, read }: { shows: readonly Subject[]; now: Date; read: () => Promise<string> },
  ): Promise<string> {
    const kept = this.#readings.get(name);
    if (kept && now < kept.endOfDay && this.#elapsed() - kept.begun < KEPT_MILLISECONDS) {
      return await kept.answer;
    }
    const endOfDay = startOfDay(nextDay(dayOf(now, this.#timeZone)), this.#timeZone);
    const reading = { shows, begun: this.#elapsed(), endOfDay, answer: read() };
    this.#readings.set(name, reading);
    try {
      return await reading.answer;
    } catch (error) {
      if (this.#readings.get(name) === reading) this.#readings.delete(name);
      throw error;
    }
  }

  /** Forgets what shows any of these, also what is still being read: it may have been read before the change. */
  drop(changed: readonly Subject[]): void {
    for (const [name, { shows }] of this.#readings) {
      if (shows.some((subject) => changed.includes(subject))) this.#readings.delete(name);
    }
  }
}
