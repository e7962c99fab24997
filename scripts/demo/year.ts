import { eq, inArray, sql } from 'drizzle-orm';
import { contract as admins } from '#features/staff/contract.ts';
import { contract as donors } from '#features/donors/contract.ts';
import { contract as bins } from '#features/bins/contract.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { contract as logging } from '#features/donations/contract.ts';
import { contract as newsletter } from '#features/mail/newsletter/contract.ts';
import { contract as partners } from '#features/partners/contract.ts';
import { contract as photos } from '#features/donations/photos/contract.ts';
import { contract as pickups } from '#features/pickups/contract.ts';
import { contract as redemption } from '#features/till/contract.ts';
import { contract as settings } from '#features/settings/contract.ts';
import { closeMonths } from '#features/till/serverClosing.ts';
import * as tables from '#server/db/schema.ts';
import type { Client, SiteUnderTest } from '#server/testing/siteUnderTest.ts';
import { type Day, dayOf, daysAfter, instantOf, yearOf } from '#shared/dates.ts';
import type { Endpoint, EndpointArguments, EndpointResponse } from '#shared/endpoint.ts';
import { pathIn } from '#shared/languages.ts';
import { type WeightBand, weightBands } from '#shared/weights.ts';
import { Chance } from './chance.ts';
import { busyness, isShift, termOf } from './calendar.ts';
import { Camera } from './drawings.ts';
import { People, type Person } from './people.ts';
import {
  alertNotes,
  givenBackReasons,
  intakeNotes,
  organization,
  closedDays,
  pickupItems,
  pickupWindows,
  preferredWords,
  places,
  rejectionReasons,
  stores,
  streets,
} from './places.ts';

/** A whole year, and the fewest days that make sense. */
export const DAYS = { most: 365, least: 30 } as const;
/** Donations on a day of busyness 1, once people know the site. */
const DONATIONS_A_DAY = 2.3;
/** Donations since then are still pending at the end. */
const LAST_SHIFT_DAYS_AGO = 2;
const GOAL_KILOGRAMS = 110;

export const COORDINATOR = 'robin';
export const VOLUNTEER = 'imani';
/** Who works a shift. A name listed twice is drawn twice as often. */
const rota = [COORDINATOR, VOLUNTEER, VOLUNTEER, 'lucas', 'wen', 'wen', 'sasha'] as const;

interface Task {
  minute: number;
  work: () => Promise<void>;
}

interface Store {
  id: number;
  pin: string;
  client: Client;
  given: (typeof stores)[number];
}

interface OpenPickup {
  id: number;
  /** Undefined if no window suited them. */
  window: { date: Day; from: string } | undefined;
  /** The agreed day. */
  on: Day | undefined;
}

/** What the site itself does not reveal later. */
export interface Lived {
  pins: { store: string; pin: string }[];
  /** Link to a store's statements. */
  statementLink: string;
}

export interface Span {
  seed: number;
  until: Date;
  days: number;
}

/**
 * Lives a year of a made-up organisation until `until`, by calls to the site, whose clock it sets. So every row is as the site
 * writes it. The same seed and moment give the same people and donations, but other codes, PINs and tokens.
 */
export async function liveYear(site: SiteUnderTest, span: Span): Promise<Lived> {
  return await new Year(site, span).live();
}

class Year {
  readonly #site: SiteUnderTest;
  readonly #until: Date;
  readonly #days: number;
  readonly #chance: Chance;
  readonly #people: People;
  readonly #camera: Camera;
  readonly #known: Person[] = [];
  readonly #stores: Store[] = [];
  /** `due` is the day of the next emptying, even if the bin is not full. */
  readonly #bins: { id: number; place: (typeof places)[number]; due: number }[] = [];
  readonly #agenda = new Map<number, Task[]>();
  readonly #toReverse: { id: number; after: number }[] = [];
  #pickups: OpenPickup[] = [];
  #day = 0;
  #phones = 0;
  #statementLink = '';

  constructor(site: SiteUnderTest, { seed, until, days }: Span) {
    this.#site = site;
    this.#until = until;
    this.#days = days;
    this.#chance = new Chance(seed);
    this.#people = new People(this.#chance);
    this.#camera = new Camera(this.#chance);
  }

  async live(): Promise<Lived> {
    this.#at(0, 9 * 60, () => this.#begin());
    for (this.#day = 0; this.#day <= this.#days; this.#day += 1) {
      this.#planDay();
      await this.#liveDay();
    }
    this.#site.now = this.#until;
    const pins = this.#stores.map(({ given: { name }, pin }) => ({ store: name, pin }));
    return { pins, statementLink: this.#statementLink };
  }

  get #date(): Day {
    return this.#dateOf(this.#day);
  }

  #dateOf(day: number): Day {
    return daysAfter(dayOf(this.#until, this.#site.site.timeZone), day - this.#days);
  }

  #instant(day: number, minute: number): Date {
    const clock = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0'));
    return instantOf(`${this.#dateOf(day)}T${clock.join(':')}`, this.#site.site.timeZone);
  }

  #at(day: number, minute: number, work: () => Promise<void>): void {
    const tasks = this.#agenda.get(day) ?? [];
    tasks.push({ minute, work });
    this.#agenda.set(day, tasks);
  }

  /** Plans work between two hours of today. */
  #today(from: number, to: number, work: () => Promise<void>): void {
    this.#at(this.#day, this.#chance.between(from * 60, to * 60), work);
  }

  async #liveDay(): Promise<void> {
    const tasks = this.#agenda.get(this.#day) ?? [];
    while (tasks.length > 0) {
      // Sorted each time, because a task may plan others for today.
      tasks.sort((one, other) => one.minute - other.minute);
      const [task] = tasks.splice(0, 1);
      if (!task) return;
      const now = this.#instant(this.#day, task.minute).getTime() + this.#chance.between(0, 59_999);
      // The former task may have set the clock later.
      const before = this.#day === 0 ? 0 : this.#site.now.getTime();
      this.#site.now = new Date(Math.max(before, now));
      if (this.#site.now > this.#until) return;
      await task.work();
    }
    this.#agenda.delete(this.#day);
  }

  #planDay(): void {
    const left = this.#days - this.#day;
    // The site becomes known.
    const known = 0.55 + 0.45 * Math.min(1, this.#day / 240);
    const expected = DONATIONS_A_DAY * busyness(this.#date) * known;
    const donations = this.#chance.times(left <= LAST_SHIFT_DAYS_AGO ? Math.max(6, expected) : expected);
    for (let logged = 0; logged < donations; logged += 1) this.#today(8, 21, () => this.#logDonation());
    this.#at(this.#day, 3 * 60 + 10, () => this.#upkeep());
    if (this.#chance.times(expected / 18) > 0 || left === 1) this.#today(9, 20, () => this.#reportBin());
    if (this.#chance.times(expected / 16) > 0 || [0, 1, 4, 5].includes(left)) {
      this.#today(8, 11, () => this.#requestPickup());
    }
    if (this.#chance.times(expected / 20) > 0) this.#today(8, 23, () => this.#subscribe());
    if (this.#chance.times(expected / 5) > 0) this.#today(9, 22, () => this.#openDashboard());
    if (isShift(this.#date) && left >= LAST_SHIFT_DAYS_AGO && this.#day > 0) {
      this.#today(15, 17, () => this.#shift());
    }
    if (left === 1) this.#at(this.#day, 18 * 60, () => this.#planVan());
    if (left === 0) this.#at(this.#day, 9 * 60 + 5, () => this.#thisMorning());
    if (this.#day === 158) this.#at(this.#day, 11 * 60, () => this.#volunteerLeaves());
  }

  async #begin(): Promise<void> {
    const robin = await this.#site.admin(COORDINATOR);
    for (const [username, role] of [
      [VOLUNTEER, 'volunteer'],
      ['lucas', 'volunteer'],
      ['wen', 'volunteer'],
      ['sasha', 'admin'],
      ['petra', 'volunteer'],
    ] as const) {
      await done(robin, admins.addAdmin, { body: { username, role } });
    }
    await this.#site.database.execute(sql`update admins set must_change_password = false,
      password_hash = (select password_hash from admins where username = ${COORDINATOR})`);
    await this.#changeSettings(robin);
    for (const place of places.filter(({ since }) => since === 0)) await this.#putUpBin(robin, place);
    for (const given of stores.filter(({ since }) => since === 0)) await this.#addStore(robin, given);
    const later = async (work: (admin: Client) => Promise<void>) => work(await this.#site.admin(COORDINATOR));
    for (const place of places.filter(({ since }) => since > 0)) {
      this.#at(place.since, 10 * 60, () => later((admin) => this.#putUpBin(admin, place)));
    }
    for (const given of stores.filter(({ since }) => since > 0)) {
      this.#at(given.since, 11 * 60, () => later((admin) => this.#addStore(admin, given)));
    }
  }

  async #changeSettings(admin: Client): Promise<void> {
    await done(admin, settings.changeSettings, {
      body: {
        organization,
        monthlyGoal: GOAL_KILOGRAMS,
        term: termOf(this.#date),
        isRegisteredNonprofit: false,
        pickupWindows,
        pickupClosed: closedDays.flatMap((day) =>
          [0, 1].map((more) => `${yearOf(this.#date) + more}-${day}`),
        ),
      },
    });
  }

  async #putUpBin(admin: Client, place: (typeof places)[number]): Promise<void> {
    const { share: _share, since: _since, ...body } = place;
    const { bin } = await done(admin, bins.createBin, { body });
    await done(admin, bins.generateBinQr, { params: { id: bin.id } });
    this.#bins.push({ id: bin.id, place, due: 0 });
  }

  async #addStore(admin: Client, given: (typeof stores)[number]): Promise<void> {
    const { name, discount, link } = given;
    const { partner, pin } = await done(admin, partners.createPartner, { body: { name, discount, link } });
    if (this.#stores.length === 0) {
      const made = await done(admin, redemption.createStatementLink, { params: { id: partner.id } });
      this.#statementLink = made.link;
    }
    this.#stores.push({ id: partner.id, pin, client: this.#site.visitor(), given });
  }

  /** The site's own work at night. */
  async #upkeep(): Promise<void> {
    const { site } = this.#site;
    if (this.#date.endsWith('-03')) await closeMonths(site);
    if (this.#date.endsWith('-09-01') || this.#date.endsWith('-01-06')) {
      this.#at(this.#day, 9 * 60, async () => this.#changeSettings(await this.#site.admin(COORDINATOR)));
    }
  }

  #giver(): Person {
    const around = this.#known.filter(({ until }) => until >= this.#day);
    if (around.length > 8 && !this.#chance.likely(this.#day < 60 ? 45 : 19)) {
      return this.#chance.weighed(around, ({ eagerness }) => eagerness);
    }
    const person = this.#people.next(this.#day);
    this.#known.push(person);
    return person;
  }

  #band(): WeightBand {
    return this.#chance.weighed(
      weightBands,
      (band) => ({ '0-1kg': 16, '1-2kg': 36, '2-3kg': 31, '3kg+': 17 })[band],
    );
  }

  /** The scale's weight for a claimed band, which is wrong for one bag in seven. */
  #scale(claimed: WeightBand): number {
    const index = weightBands.indexOf(claimed);
    const shift = this.#chance.likely(14) ? this.#chance.one([-1, 1]) : 0;
    const least = Math.min(3, Math.max(0, index + shift));
    return this.#chance.between(Math.max(20, least * 100), least === 3 ? 720 : least * 100 + 99) / 100;
  }

  async #logDonation(): Promise<void> {
    if (this.#chance.likely(12)) {
      await this.#takeAtDesk();
      return;
    }
    const person = this.#giver();
    const bin = this.#chance.likely(82)
      ? this.#chance.weighed(this.#bins, ({ place: { share } }) => share)
      : undefined;
    await done(
      this.#site.visitor(),
      logging.logDonation,
      {
        body: {
          studentId: person.studentId,
          weight: this.#band(),
          date: this.#date,
          binLocation: bin?.place.location,
          dropSite: bin?.place.name,
        },
      },
      this.#from(person),
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
      ({ hasEmailOnFile, until }) => hasEmailOnFile && until >= this.#day && this.#chance.likely(6),
    );
    if (person?.participantId === undefined) return;
    const weight = this.#band();
    const { id } = await done(await this.#site.admin(this.#chance.one(rota)), deciding.createDonation, {
      body: {
        participantId: person.participantId,
        studentId: person.studentId,
        weight,
        kilograms: this.#scale(weight),
        date: this.#date,
        dropSite: 'Student Commons',
        notes: this.#chance.one(intakeNotes),
        confirmNow: true,
      },
    });
    await this.#planUses([id]);
  }

  /** The person's language, and a network address reserved for examples (RFC 5737). */
  #from({ language, studentId }: Pick<Person, 'language' | 'studentId'>) {
    const address = `198.51.100.${1 + ((studentId.length * 31 + (studentId.codePointAt(1) ?? 0)) % 250)}`;
    return { address, headers: { 'accept-language': language === 'fr' ? 'fr-CA,fr' : 'en-CA,en' } };
  }

  async #shift(): Promise<void> {
    const name = this.#chance.one(rota);
    const worker = await this.#site.admin(name);
    await this.#recordNames();
    const waiting = await this.#site.database
      .select({ id: tables.donations.id, weight: tables.donations.weight })
      .from(tables.donations)
      .where(sql`not ${tables.donations.isConfirmed} and ${tables.donations.rejectedAt} is null`)
      .orderBy(tables.donations.id);
    const weighed: number[] = [];
    const unweighed: number[] = [];
    for (const { id, weight } of waiting) {
      if (this.#chance.likely(5)) {
        await done(worker, deciding.rejectDonation, {
          body: { id, reason: this.#chance.one(rejectionReasons) },
        });
        if (this.#chance.likely(12)) await done(worker, deciding.reopenDonation, { body: { id } });
      } else if (this.#chance.likely(61)) {
        await done(worker, deciding.confirmDonation, { body: { id, kilograms: this.#scale(weight) } });
        weighed.push(id);
      } else if (this.#chance.likely(95)) unweighed.push(id);
    }
    if (unweighed.length > 0) await done(worker, deciding.confirmDonations, { body: { ids: unweighed } });
    const confirmed = [...weighed, ...unweighed];
    await this.#planUses(confirmed);
    await this.#photograph(worker, unweighed);
    await this.#emptyBins(worker);
    await this.#countUnclaimed(worker);
    await this.#answerPickups(worker);
    if (name === COORDINATOR || name === 'sasha') await this.#reverseUse(worker);
  }

  /** An admin adds names and contacts, or accepts claims. */
  async #recordNames(): Promise<void> {
    const robin = await this.#site.admin(COORDINATOR);
    const unknown = this.#known.filter(
      ({ hasEmailOnFile, participantId }) => !hasEmailOnFile && participantId !== undefined,
    );
    for (const person of unknown) {
      const { name, participantId = 0 } = person;
      if (!this.#chance.likely(60)) continue;
      person.hasEmailOnFile = true;
      const email = this.#chance.likely(45) ? person.email : undefined;
      const phone = this.#chance.likely(18) ? this.#phone() : undefined;
      const [claim] = await this.#site.database
        .select({
          claimedName: tables.participants.claimedName,
          claimedEmail: tables.participants.claimedEmail,
        })
        .from(tables.participants)
        .where(eq(tables.participants.id, participantId));
      if (claim?.claimedName) {
        await done(robin, donors.decideClaim, {
          params: { id: participantId },
          body: { accept: true, claimedName: claim.claimedName, claimedEmail: claim.claimedEmail },
        });
      } else {
        await done(robin, donors.updateParticipant, {
          params: { id: participantId },
          body: { displayName: name, email, phone },
        });
      }
    }
  }

  /** One of the hundred phone numbers reserved for fiction. Undefined once they are used up. */
  #phone(): string | undefined {
    this.#phones += 1;
    return this.#phones < 100 ? `204-555-01${String(this.#phones).padStart(2, '0')}` : undefined;
  }

  /** Plans when the codes of confirmed donations are used. */
  async #planUses(ids: number[]): Promise<void> {
    if (ids.length === 0) return;
    const codes = await this.#site.database
      .select({ code: tables.discountCodes.code })
      .from(tables.discountCodes)
      .where(inArray(tables.discountCodes.donationId, ids))
      .orderBy(tables.discountCodes.id);
    for (const { code } of codes) {
      let day = this.#day;
      for (const chance of [58, 62]) {
        if (!this.#chance.likely(chance)) break;
        day += this.#chance.between(1, 13);
        this.#at(day, this.#chance.between(10 * 60, 17 * 60 + 50), () => this.#redeem(code));
      }
    }
  }

  async #redeem(code: string): Promise<void> {
    const store = this.#chance.weighed(this.#stores, ({ given: { share } }) => share);
    const { client, pin, given } = store;
    const clerk = this.#chance.likely(80) ? this.#chance.one(given.clerks) : undefined;
    const address = `203.0.113.${10 + store.id}`;
    await done(client, redemption.checkCode, { params: { code } }, { address });
    const { redemptionId } = await done(
      client,
      redemption.redeemCode,
      { params: { code }, body: { pin, clerk } },
      { address },
    );
    if (this.#chance.likely(3)) {
      this.#site.pass({ minutes: this.#chance.between(1, 9) });
      await done(
        client,
        redemption.undoRedemption,
        { params: { code }, body: { pin, redemptionId, clerk } },
        { address },
      );
    } else if (this.#chance.likely(2)) {
      this.#toReverse.push({ id: redemptionId, after: this.#day + this.#chance.between(1, 20) });
    }
  }

  /** The office reverses a use that the till can no longer undo. */
  async #reverseUse(admin: Client): Promise<void> {
    const due = this.#toReverse.findIndex(({ after }) => after <= this.#day);
    const [found] = due < 0 ? [] : this.#toReverse.splice(due, 1);
    if (!found) return;
    await done(admin, redemption.reverseRedemption, {
      params: { id: found.id },
      body: { reason: this.#chance.one(givenBackReasons) },
    });
  }

  async #photograph(worker: Client, ids: readonly number[]): Promise<void> {
    const percent = this.#day > this.#days - 60 ? 30 : 4;
    for (const id of ids) {
      if (!this.#chance.likely(percent)) continue;
      const form = new FormData();
      form.set(
        'photo',
        new Blob([new Uint8Array(await this.#camera.take())], { type: 'image/jpeg' }),
        'photo.jpg',
      );
      const request = new Request('http://localhost', { method: 'POST', body: form });
      const { body } = await worker.send<{ url: string }>('POST', photos.uploadPhoto.path, {
        body: Buffer.from(await request.arrayBuffer()),
        headers: { 'content-type': request.headers.get('content-type') ?? '' },
      });
      const [row] = await this.#site.database
        .select({ weight: tables.donations.weight })
        .from(tables.donations)
        .where(eq(tables.donations.id, id));
      const claimed = weightBands.indexOf(row?.weight ?? '1-2kg');
      const measured = this.#chance.likely(80) ? claimed : claimed + this.#chance.one([-1, 1]);
      await done(worker, deciding.attachPhoto, {
        params: { id },
        body: { photoUrl: body.url, actualWeight: weightBands[measured] ?? weightBands[claimed] ?? '1-2kg' },
      });
    }
  }

  async #reportBin(): Promise<void> {
    const { id } = this.#chance.weighed(this.#bins, ({ place: { share } }) => share);
    const reportedBy = this.#chance.likely(30)
      ? this.#chance.one(['Sam', 'Custodial staff', 'Front desk', 'Jo'])
      : undefined;
    const body = { binId: id, notes: this.#chance.one(alertNotes), reportedBy };
    await done(this.#site.visitor(), bins.reportOverflow, { body }, { address: `192.0.2.${10 + id}` });
  }

  async #emptyBins(worker: Client): Promise<void> {
    const { items: alerts } = await done(worker, bins.openAlerts, { query: {} });
    for (const { id, status } of alerts) {
      if (status === 'pending') await done(worker, bins.acknowledgeAlert, { params: { id } });
    }
    this.#site.pass({ minutes: this.#chance.between(20, 55) });
    const overflowing = new Set(alerts.map(({ binId }) => binId));
    for (const bin of this.#bins) {
      const { id } = bin;
      if (!overflowing.has(id) && bin.due > this.#day) continue;
      const { logged } = await done(worker, bins.binRound, { params: { id } });
      const bagsFound = Math.max(0, logged + this.#chance.between(-1, 2));
      await done(worker, bins.createBinVisit, { params: { id }, body: { bagsFound } });
      bin.due = this.#day + this.#chance.between(3, 6);
      const when = this.#instant(bin.due, 14 * 60).toISOString();
      await done(worker, bins.scheduleBinPickup, { params: { id }, body: { when } });
    }
  }

  /** Sometimes a bag in a bin has no mark. */
  async #countUnclaimed(worker: Client): Promise<void> {
    if (!this.#chance.likely(20)) return;
    const kilograms = this.#chance.between(6, 52) / 10;
    const { id: binId } = this.#chance.one(this.#bins);
    await done(worker, deciding.createUnclaimed, { body: { kilograms, binId } });
  }

  async #requestPickup(): Promise<void> {
    const person = this.#people.next(this.#day);
    const visitor = this.#site.visitor();
    const { windows } = await done(visitor, pickups.pickupWindows, {});
    const free = windows.filter(({ left }) => left > 0).slice(0, 3);
    const window = free.length > 0 && this.#chance.likely(85) ? this.#chance.one(free) : undefined;
    const { id } = await done(
      visitor,
      pickups.requestPickup,
      {
        body: {
          name: person.name,
          phone: this.#phone(),
          email: this.#chance.likely(70) ? person.email : undefined,
          address: `${this.#chance.between(3, 480)} ${this.#chance.one(streets)}`,
          items: this.#chance.one(pickupItems),
          window: window && { date: window.date, from: window.from },
          preferredWords: window ? undefined : this.#chance.one(preferredWords),
        },
      },
      this.#from(person),
    );
    this.#pickups.push({ id, on: undefined, window });
  }

  async #answerPickups(worker: Client): Promise<void> {
    const over = new Set<OpenPickup>();
    for (const pickup of this.#pickups) {
      const params = { id: pickup.id };
      if (pickup.on !== undefined) {
        if (pickup.on < this.#date) {
          const kilograms = this.#chance.between(40, 640) / 10;
          await done(worker, pickups.setPickupStatus, { params, body: { status: 'completed', kilograms } });
          over.add(pickup);
        }
      } else if (this.#chance.likely(12)) {
        const notes = 'They gave it to a neighbour.';
        await done(worker, pickups.setPickupStatus, { params, body: { status: 'cancelled', notes } });
        over.add(pickup);
      } else {
        const { date, from } = pickup.window ?? {
          date: this.#dateOf(this.#day + this.#chance.between(2, 5)),
          from: '17:30',
        };
        const body = { status: 'scheduled', scheduledAt: `${date}T${from}` } as const;
        await done(worker, pickups.setPickupStatus, { params, body });
        pickup.on = date;
      }
    }
    this.#pickups = this.#pickups.filter((pickup) => !over.has(pickup));
  }

  /** Agrees on pickups for the next day, which is the last. */
  async #planVan(): Promise<void> {
    const robin = await this.#site.admin(COORDINATOR);
    const date = this.#dateOf(this.#day + 1);
    for (const time of ['08:30', '13:00', '16:00']) {
      await this.#requestPickup();
      const pickup = this.#pickups.at(-1);
      if (!pickup) throw new Error('The pickup was not requested.');
      const body = { status: 'scheduled', scheduledAt: `${date}T${time}` } as const;
      await done(robin, pickups.setPickupStatus, { params: { id: pickup.id }, body });
      pickup.on = date;
    }
  }

  async #subscribe(): Promise<void> {
    const person =
      this.#chance.likely(50) && this.#known.length > 0
        ? this.#chance.one(this.#known)
        : this.#people.next(this.#day);
    const { address, headers } = this.#from(person);
    await done(
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
  async #openDashboard(): Promise<void> {
    const around = this.#known.filter(
      ({ participantId, until }) => participantId !== undefined && until >= this.#day,
    );
    if (around.length === 0) return;
    const person = this.#chance.weighed(around, ({ eagerness }) => eagerness);
    const displayName = !person.hasEmailOnFile && this.#chance.likely(60) ? person.name : undefined;
    const body = { studentId: person.studentId, displayName };
    await done(this.#site.visitor(), donors.studentLogin, { body }, this.#from(person));
  }

  async #volunteerLeaves(): Promise<void> {
    const robin = await this.#site.admin(COORDINATOR);
    const { admins: all } = await done(robin, admins.admins, {});
    const petra = all.find(({ username }) => username === 'petra');
    if (petra) await done(robin, admins.changeAdmin, { params: { id: petra.id }, body: { isActive: false } });
  }

  /** What a volunteer has done before the demo begins. */
  async #thisMorning(): Promise<void> {
    const worker = await this.#site.admin(VOLUNTEER);
    const [alert] = (await done(worker, bins.openAlerts, { query: {} })).items;
    if (alert?.status === 'pending') await done(worker, bins.acknowledgeAlert, { params: { id: alert.id } });
    this.#at(this.#day, 9 * 60 + 30, () => this.#reportBin());
    const first = this.#pickups.find(({ on }) => on === this.#date);
    if (!first) return;
    const body = { status: 'completed', kilograms: 14.2 } as const;
    await done(worker, pickups.setPickupStatus, { params: { id: first.id }, body });
  }
}

/** Calls an endpoint that must succeed. */
async function done<E extends Endpoint>(
  client: Client,
  endpoint: E,
  parts: EndpointArguments<E>,
  sending: { address?: string; headers?: Record<string, string> } = {},
): Promise<EndpointResponse<E>> {
  const { status, body } = await client.call(endpoint, parts, sending);
  if (status !== (endpoint.status ?? 200)) {
    throw new Error(`${endpoint.method} ${endpoint.path} answered ${status}: ${JSON.stringify(body)}`);
  }
  return body;
}
