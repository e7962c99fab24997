import { eq } from 'drizzle-orm';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { contract as logging } from '#features/donations/contract.ts';
import { contract as donors } from '#features/donors/contract.ts';
import { contract as newsletter } from '#features/mail/newsletter/contract.ts';
import * as tables from '#server/db/schema.ts';
import type { SiteUnderTest } from '#server/testing/siteUnderTest.ts';
import { pathIn } from '#shared/languages.ts';
import { type Agenda, callSuccessfully } from './agenda.ts';
import type { Bins } from './bins.ts';
import type { Chance } from './chance.ts';
import { drawBand, browserOf, type People, type Person, drawScaleWeight } from './people.ts';
import { intakeNotes } from './places.ts';
import { COORDINATOR, rota } from './rota.ts';
import type { Stores } from './stores.ts';

/** What donors do: they log donations, bring some to the desk, sign in and subscribe. */
export class Donors {
  readonly #agenda: Agenda;
  readonly #site: SiteUnderTest;
  readonly #chance: Chance;
  readonly #people: People;
  readonly #bins: Bins;
  readonly #stores: Stores;
  readonly #known: Person[] = [];

  constructor(agenda: Agenda, people: People, bins: Bins, stores: Stores) {
    this.#agenda = agenda;
    this.#site = agenda.site;
    this.#chance = agenda.chance;
    this.#people = people;
    this.#bins = bins;
    this.#stores = stores;
  }

  #chooseGiver(): Person {
    const active = this.#known.filter(({ until }) => until >= this.#agenda.day);
    if (active.length > 8 && !this.#chance.likely(this.#agenda.day < 60 ? 45 : 19)) {
      return this.#chance.pickWeighted(active, ({ eagerness }) => eagerness);
    }
    const person = this.#people.next(this.#agenda.day);
    this.#known.push(person);
    return person;
  }

  async logDonation(): Promise<void> {
    if (this.#chance.likely(12)) {
      await this.#takeAtDesk();
      return;
    }
    const person = this.#chooseGiver();
    const bin = this.#chance.likely(82) ? this.#bins.choose() : undefined;
    await callSuccessfully(
      this.#site.visitor(),
      logging.logDonation,
      {
        body: {
          studentId: person.studentId,
          weight: drawBand(this.#chance),
          date: this.#agenda.date,
          binLocation: bin?.place.location,
          dropSite: bin?.place.name,
        },
      },
      browserOf(person),
    );
    if (person.participantId === undefined) {
      const [row] = await this.#site.database
        .select({ id: tables.students.participantId })
        .from(tables.students)
        .where(eq(tables.students.studentId, person.studentId));
      person.participantId = row?.id;
    }
  }

  /** A donation brought to the desk, weighed and confirmed at once. */
  async #takeAtDesk(): Promise<void> {
    const person = this.#known.find(
      ({ isRecorded, until }) => isRecorded && until >= this.#agenda.day && this.#chance.likely(6),
    );
    if (person?.participantId === undefined) return;
    const weight = drawBand(this.#chance);
    const { id } = await callSuccessfully(
      await this.#site.admin(this.#chance.pick(rota)),
      deciding.createDonation,
      {
        body: {
          participantId: person.participantId,
          studentId: person.studentId,
          weight,
          kilograms: drawScaleWeight(weight, this.#chance),
          date: this.#agenda.date,
          dropSite: 'Student Commons',
          notes: this.#chance.pick(intakeNotes),
          confirmNow: true,
        },
      },
    );
    await this.#stores.planUses([id]);
  }

  /** An admin adds names and contacts, or accepts claims. */
  async recordNames(): Promise<void> {
    const robin = await this.#site.admin(COORDINATOR);
    const unknown = this.#known.filter(
      ({ isRecorded, participantId }) => !isRecorded && participantId !== undefined,
    );
    for (const person of unknown) {
      const { name, participantId = 0 } = person;
      if (!this.#chance.likely(60)) continue;
      person.isRecorded = true;
      const email = this.#chance.likely(45) ? person.email : undefined;
      const phone = this.#chance.likely(18) ? this.#people.phone() : undefined;
      const [claim] = await this.#site.database
        .select({
          claimedName: tables.participants.claimedName,
          claimedEmail: tables.participants.claimedEmail,
        })
        .from(tables.participants)
        .where(eq(tables.participants.id, participantId));
      if (claim?.claimedName) {
        await callSuccessfully(robin, donors.decideClaim, {
          params: { id: participantId },
          body: { accept: true, claimedName: claim.claimedName, claimedEmail: claim.claimedEmail },
        });
      } else {
        await callSuccessfully(robin, donors.updateParticipant, {
          params: { id: participantId },
          body: { displayName: name, email, phone },
        });
      }
    }
  }

  async subscribe(): Promise<void> {
    const person =
      this.#chance.likely(50) && this.#known.length > 0
        ? this.#chance.pick(this.#known)
        : this.#people.next(this.#agenda.day);
    const { address, headers } = browserOf(person);
    await callSuccessfully(
      this.#site.visitor(),
      newsletter.subscribe,
      {
        body: {
          email: person.email,
          firstName: this.#chance.likely(70) ? person.name.split(' ')[0] : undefined,
        },
      },
      { address, headers: { ...headers, referer: this.#site.site.publicUrl + pathIn(person.language, '/') } },
    );
  }

  /** Some give their name at the sign-in: a claim, until an admin accepts it. */
  async openDashboard(): Promise<void> {
    const active = this.#known.filter(
      ({ participantId, until }) => participantId !== undefined && until >= this.#agenda.day,
    );
    if (active.length === 0) return;
    const person = this.#chance.pickWeighted(active, ({ eagerness }) => eagerness);
    const displayName = !person.isRecorded && this.#chance.likely(60) ? person.name : undefined;
    const body = { studentId: person.studentId, displayName };
    await callSuccessfully(this.#site.visitor(), donors.studentLogin, { body }, browserOf(person));
  }
}
