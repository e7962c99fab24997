import type { Client, SiteUnderTest } from '#server/testing/siteUnderTest.ts';
import { type Day, dayOf, daysAfter, instantOf } from '#shared/dates.ts';
import type { Endpoint, EndpointArguments, EndpointResponse } from '#shared/endpoint.ts';
import { Chance } from './chance.ts';

export interface Span {
  seed: number;
  until: Date;
  days: number;
}

interface Task {
  minute: number;
  work: () => Promise<void>;
}

/** The planned work of each day of the year, and the seeded chance that decides about it. */
export class Agenda {
  readonly site: SiteUnderTest;
  readonly chance: Chance;
  readonly until: Date;
  readonly days: number;
  /** Counted from the year's start. */
  day = 0;
  readonly #tasks = new Map<number, Task[]>();

  constructor(site: SiteUnderTest, { seed, until, days }: Span) {
    this.site = site;
    this.chance = new Chance(seed);
    this.until = until;
    this.days = days;
  }

  get date(): Day {
    return this.dateOf(this.day);
  }

  /** The calendar day of a day of the year. */
  dateOf(day: number): Day {
    return daysAfter(dayOf(this.until, this.site.site.timeZone), day - this.days);
  }

  instant(day: number, minute: number): Date {
    const parts = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0'));
    return instantOf(`${this.dateOf(day)}T${parts.join(':')}`, this.site.site.timeZone);
  }

  /** Plans work on a day of the year, at a minute of it. */
  plan(day: number, minute: number, work: () => Promise<void>): void {
    const tasks = this.#tasks.get(day) ?? [];
    tasks.push({ minute, work });
    this.#tasks.set(day, tasks);
  }

  /** Plans work at a random minute between two hours of today. */
  planToday(fromHour: number, toHour: number, work: () => Promise<void>): void {
    this.plan(this.day, this.chance.between(fromHour * 60, toHour * 60), work);
  }

  /** Does all that is planned for today. */
  async liveDay(): Promise<void> {
    const tasks = this.#tasks.get(this.day) ?? [];
    while (tasks.length > 0) {
      // Sorted each time, because a task may plan others for today.
      tasks.sort((one, other) => one.minute - other.minute);
      const [task] = tasks.splice(0, 1);
      if (!task) return;
      const now = this.instant(this.day, task.minute).getTime() + this.chance.between(0, 59_999);
      // The previous task may have moved the clock past this one. On day 0 it may be ahead of the year.
      const earliest = this.day === 0 ? 0 : this.site.now.getTime();
      this.site.now = new Date(Math.max(earliest, now));
      if (this.site.now > this.until) return;
      await task.work();
    }
    this.#tasks.delete(this.day);
  }
}

/** Calls an endpoint that must succeed. */
export async function callSuccessfully<E extends Endpoint>(
  client: Client,
  endpoint: E,
  parts: EndpointArguments<E>,
  options: { address?: string; headers?: Record<string, string> } = {},
): Promise<EndpointResponse<E>> {
  const { status, body } = await client.call(endpoint, parts, options);
  if (status !== (endpoint.status ?? 200)) {
    throw new Error(`${endpoint.method} ${endpoint.path} answered ${status}: ${JSON.stringify(body)}`);
  }
  return body;
}
