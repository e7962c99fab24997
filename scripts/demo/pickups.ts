import { contract as pickups } from '#features/pickups/contract.ts';
import type { Client, SiteUnderTest } from '#server/testing/siteUnderTest.ts';
import type { Day } from '#shared/dates.ts';
import { type Agenda, callSuccessfully } from './agenda.ts';
import type { Chance } from './chance.ts';
import { browserOf, type People } from './people.ts';
import { pickupItems, preferredWords, streets } from './places.ts';
import { COORDINATOR } from './rota.ts';

interface OpenPickup {
  id: number;
  /** Undefined if no window suited them. */
  window: { date: Day; from: string } | undefined;
  agreedDay: Day | undefined;
}

/** Requests of pickups, and how they are answered. */
export class Pickups {
  readonly #agenda: Agenda;
  readonly #site: SiteUnderTest;
  readonly #chance: Chance;
  readonly #people: People;
  #pickups: OpenPickup[] = [];

  constructor(agenda: Agenda, people: People) {
    this.#agenda = agenda;
    this.#site = agenda.site;
    this.#chance = agenda.chance;
    this.#people = people;
  }

  async request(): Promise<void> {
    const person = this.#people.next(this.#agenda.day);
    const visitor = this.#site.visitor();
    const { windows } = await callSuccessfully(visitor, pickups.pickupWindows, {});
    const freeWindows = windows.filter(({ left }) => left > 0).slice(0, 3);
    const window =
      freeWindows.length > 0 && this.#chance.likely(85) ? this.#chance.pick(freeWindows) : undefined;
    const { id } = await callSuccessfully(
      visitor,
      pickups.requestPickup,
      {
        body: {
          name: person.name,
          phone: this.#people.phone(),
          email: this.#chance.likely(70) ? person.email : undefined,
          address: `${this.#chance.between(3, 480)} ${this.#chance.pick(streets)}`,
          items: this.#chance.pick(pickupItems),
          window: window && { date: window.date, from: window.from },
          preferredWords: window ? undefined : this.#chance.pick(preferredWords),
        },
      },
      browserOf(person),
    );
    this.#pickups.push({ id, agreedDay: undefined, window });
  }

  async answer(worker: Client): Promise<void> {
    const closed = new Set<OpenPickup>();
    for (const pickup of this.#pickups) {
      const params = { id: pickup.id };
      if (pickup.agreedDay !== undefined) {
        if (pickup.agreedDay < this.#agenda.date) {
          const kilograms = this.#chance.between(40, 640) / 10;
          await callSuccessfully(worker, pickups.setPickupStatus, {
            params,
            body: { status: 'completed', kilograms },
          });
          closed.add(pickup);
        }
      } else if (this.#chance.likely(12)) {
        const notes = 'They gave it to a neighbour.';
        await callSuccessfully(worker, pickups.setPickupStatus, {
          params,
          body: { status: 'cancelled', notes },
        });
        closed.add(pickup);
      } else {
        const { date, from } = pickup.window ?? {
          date: this.#agenda.dateOf(this.#agenda.day + this.#chance.between(2, 5)),
          from: '17:30',
        };
        const body = { status: 'scheduled', scheduledAt: `${date}T${from}` } as const;
        await callSuccessfully(worker, pickups.setPickupStatus, { params, body });
        pickup.agreedDay = date;
      }
    }
    this.#pickups = this.#pickups.filter((pickup) => !closed.has(pickup));
  }

  /** Schedules pickups for the next day, which is the last of the year. */
  async scheduleForLastDay(): Promise<void> {
    const robin = await this.#site.admin(COORDINATOR);
    const date = this.#agenda.dateOf(this.#agenda.day + 1);
    for (const time of ['08:30', '13:00', '16:00']) {
      await this.request();
      const pickup = this.#pickups.at(-1);
      if (!pickup) throw new Error('The pickup was not requested.');
      const body = { status: 'scheduled', scheduledAt: `${date}T${time}` } as const;
      await callSuccessfully(robin, pickups.setPickupStatus, { params: { id: pickup.id }, body });
      pickup.agreedDay = date;
    }
  }

  /** Completes the first pickup of today, if there is one. */
  async completeFirst(worker: Client): Promise<void> {
    const pickup = this.#pickups.find(({ agreedDay }) => agreedDay === this.#agenda.date);
    if (!pickup) return;
    const body = { status: 'completed', kilograms: 14.2 } as const;
    await callSuccessfully(worker, pickups.setPickupStatus, { params: { id: pickup.id }, body });
  }
}
