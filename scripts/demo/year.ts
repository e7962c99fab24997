import { eq, sql } from 'drizzle-orm';
import { contract as bins } from '#features/bins/contract.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { contract as photos } from '#features/donations/photos/contract.ts';
import { contract as settings } from '#features/settings/contract.ts';
import { contract as admins } from '#features/staff/contract.ts';
import { closeMonths } from '#features/till/serverClosing.ts';
import * as tables from '#server/db/schema.ts';
import type { Client, SiteUnderTest } from '#server/testing/siteUnderTest.ts';
import { yearOf } from '#shared/dates.ts';
import { weightBands } from '#shared/weights.ts';
import { Agenda, callSuccessfully, type Span } from './agenda.ts';
import { Bins } from './bins.ts';
import { busyness, isShift, termOf } from './calendar.ts';
import type { Chance } from './chance.ts';
import { Donors } from './donors.ts';
import { Camera } from './drawings.ts';
import { People, drawScaleWeight } from './people.ts';
import { Pickups } from './pickups.ts';
import { closedDays, organization, pickupWindows, places, rejectionReasons, stores } from './places.ts';
import { COORDINATOR, rota, VOLUNTEER } from './rota.ts';
import { Stores } from './stores.ts';

/** A whole year, and the fewest days that make sense. */
export const DAYS = { most: 365, least: 30 } as const;
/** Donations on a day of busyness 1, once people know the site. */
const DONATIONS_A_DAY = 2.3;
/** Donations since then are still pending at the end. */
const LAST_SHIFT_DAYS_AGO = 2;
const GOAL_KILOGRAMS = 110;
/** The day of the year on which a volunteer is switched off. */
const DAY_OF_LEAVING = 158;

/** Secrets of the year that the site itself does not show later. */
export interface YearResult {
  pins: { store: string; pin: string }[];
  /** Link to a store's statements. */
  statementLink: string;
}

/**
 * Lives a year of a made-up organisation until `until`, by calls to the site, whose clock it sets. So every row is as the site
 * writes it. The same seed and moment give the same people and donations, but other codes, PINs and tokens.
 */
export async function liveYear(site: SiteUnderTest, span: Span): Promise<YearResult> {
  return await new Year(new Agenda(site, span)).live();
}

class Year {
  readonly #agenda: Agenda;
  readonly #site: SiteUnderTest;
  readonly #chance: Chance;
  readonly #camera: Camera;
  readonly #bins: Bins;
  readonly #stores: Stores;
  readonly #pickups: Pickups;
  readonly #donors: Donors;

  constructor(agenda: Agenda) {
    this.#agenda = agenda;
    this.#site = agenda.site;
    this.#chance = agenda.chance;
    const people = new People(agenda.chance);
    this.#camera = new Camera(agenda.chance);
    this.#bins = new Bins(agenda);
    this.#stores = new Stores(agenda);
    this.#pickups = new Pickups(agenda, people);
    this.#donors = new Donors(agenda, people, this.#bins, this.#stores);
  }

  async live(): Promise<YearResult> {
    // Before eight only the nightly upkeep is planned.
    this.#agenda.plan(0, 8 * 60, () => this.#openSite());
    for (this.#agenda.day = 0; this.#agenda.day <= this.#agenda.days; this.#agenda.day += 1) {
      this.#planDay();
      await this.#agenda.liveDay();
    }
    this.#site.now = this.#agenda.until;
    return { pins: this.#stores.pins, statementLink: this.#stores.statementLink };
  }

  #planDay(): void {
    const agenda = this.#agenda;
    const { day, days, date } = agenda;
    const daysLeft = days - day;
    // The site becomes known within 240 days.
    const popularity = 0.55 + 0.45 * Math.min(1, day / 240);
    const expected = DONATIONS_A_DAY * busyness(date) * popularity;
    // Whatever the season, there is something to do at the end.
    const donations = this.#chance.drawCount(
      daysLeft <= LAST_SHIFT_DAYS_AGO ? Math.max(6, expected) : expected,
    );
    for (let logged = 0; logged < donations; logged += 1) {
      agenda.planToday(8, 21, () => this.#donors.logDonation());
    }
    agenda.plan(day, 3 * 60 + 10, () => this.#upkeep());
    if (this.#chance.drawCount(expected / 18) > 0 || daysLeft === 1) {
      agenda.planToday(9, 20, () => this.#bins.report());
    }
    if (this.#chance.drawCount(expected / 16) > 0 || [0, 1, 4, 5].includes(daysLeft)) {
      agenda.planToday(8, 11, () => this.#pickups.request());
    }
    if (this.#chance.drawCount(expected / 20) > 0) agenda.planToday(8, 23, () => this.#donors.subscribe());
    if (this.#chance.drawCount(expected / 5) > 0) agenda.planToday(9, 22, () => this.#donors.openDashboard());
    if (isShift(date) && daysLeft >= LAST_SHIFT_DAYS_AGO && day > 0) {
      agenda.planToday(15, 17, () => this.#shift());
    }
    if (daysLeft === 1) agenda.plan(day, 18 * 60, () => this.#pickups.scheduleForLastDay());
    if (daysLeft === 0) agenda.plan(day, 9 * 60 + 5, () => this.#thisMorning());
    if (day === DAY_OF_LEAVING) agenda.plan(day, 11 * 60, () => this.#volunteerLeaves());
  }

  async #openSite(): Promise<void> {
    const robin = await this.#site.admin(COORDINATOR);
    for (const [username, role] of [
      [VOLUNTEER, 'volunteer'],
      ['lucas', 'volunteer'],
      ['wen', 'volunteer'],
      ['sasha', 'admin'],
      ['petra', 'volunteer'],
    ] as const) {
      await callSuccessfully(robin, admins.addAdmin, { body: { username, role } });
    }
    await this.#site.database.execute(sql`update admins set must_change_password = false,
      password_hash = (select password_hash from admins where username = ${COORDINATOR})`);
    await this.#changeSettings(robin);
    for (const place of places.filter(({ since }) => since === 0)) await this.#bins.addBin(robin, place);
    for (const store of stores.filter(({ since }) => since === 0)) await this.#stores.add(robin, store);
    const asCoordinator = async (work: (admin: Client) => Promise<void>) =>
      work(await this.#site.admin(COORDINATOR));
    for (const place of places.filter(({ since }) => since > 0)) {
      this.#agenda.plan(place.since, 10 * 60, () =>
        asCoordinator((admin) => this.#bins.addBin(admin, place)),
      );
    }
    for (const store of stores.filter(({ since }) => since > 0)) {
      this.#agenda.plan(store.since, 11 * 60, () => asCoordinator((admin) => this.#stores.add(admin, store)));
    }
  }

  async #changeSettings(admin: Client): Promise<void> {
    await callSuccessfully(admin, settings.changeSettings, {
      body: {
        organization,
        monthlyGoal: GOAL_KILOGRAMS,
        term: termOf(this.#agenda.date),
        isRegisteredNonprofit: false,
        pickupWindows,
        pickupClosed: closedDays.flatMap((day) =>
          [0, 1].map((more) => `${yearOf(this.#agenda.date) + more}-${day}`),
        ),
      },
    });
  }

  /** The site's nightly work. */
  async #upkeep(): Promise<void> {
    const { site } = this.#site;
    if (this.#agenda.date.endsWith('-03')) await closeMonths(site);
    if (this.#agenda.date.endsWith('-09-01') || this.#agenda.date.endsWith('-01-06')) {
      this.#agenda.plan(this.#agenda.day, 9 * 60, async () =>
        this.#changeSettings(await this.#site.admin(COORDINATOR)),
      );
    }
  }

  async #shift(): Promise<void> {
    const name = this.#chance.pick(rota);
    const worker = await this.#site.admin(name);
    await this.#donors.recordNames();
    const pending = await this.#site.database
      .select({ id: tables.donations.id, weight: tables.donations.weight })
      .from(tables.donations)
      .where(sql`not ${tables.donations.isConfirmed} and ${tables.donations.rejectedAt} is null`)
      .orderBy(tables.donations.id);
    const weighed: number[] = [];
    const unweighed: number[] = [];
    for (const { id, weight } of pending) {
      if (this.#chance.likely(5)) {
        await callSuccessfully(worker, deciding.rejectDonation, {
          body: { id, reason: this.#chance.pick(rejectionReasons) },
        });
        if (this.#chance.likely(12))
          await callSuccessfully(worker, deciding.reopenDonation, { body: { id } });
      } else if (this.#chance.likely(61)) {
        await callSuccessfully(worker, deciding.confirmDonation, {
          body: { id, kilograms: drawScaleWeight(weight, this.#chance) },
        });
        weighed.push(id);
      } else if (this.#chance.likely(95)) unweighed.push(id);
    }
    if (unweighed.length > 0)
      await callSuccessfully(worker, deciding.confirmDonations, { body: { ids: unweighed } });
    const confirmed = [...weighed, ...unweighed];
    await this.#stores.planUses(confirmed);
    await this.#photograph(worker, unweighed);
    await this.#bins.empty(worker);
    await this.#bins.countUnclaimed(worker);
    await this.#pickups.answer(worker);
    if (name === COORDINATOR || name === 'sasha') await this.#stores.reverseUse(worker);
  }

  async #photograph(worker: Client, ids: readonly number[]): Promise<void> {
    const percent = this.#agenda.day > this.#agenda.days - 60 ? 30 : 4;
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
      const measured = this.#chance.likely(80) ? claimed : claimed + this.#chance.pick([-1, 1]);
      await callSuccessfully(worker, deciding.attachPhoto, {
        params: { id },
        body: { photoUrl: body.url, actualWeight: weightBands[measured] ?? weightBands[claimed] ?? '1-2kg' },
      });
    }
  }

  async #volunteerLeaves(): Promise<void> {
    const robin = await this.#site.admin(COORDINATOR);
    const { admins: all } = await callSuccessfully(robin, admins.admins, {});
    const petra = all.find(({ username }) => username === 'petra');
    if (petra)
      await callSuccessfully(robin, admins.changeAdmin, {
        params: { id: petra.id },
        body: { isActive: false },
      });
  }

  /** The work that a volunteer has done before the demo starts. */
  async #thisMorning(): Promise<void> {
    const worker = await this.#site.admin(VOLUNTEER);
    const [alert] = (await callSuccessfully(worker, bins.openAlerts, { query: {} })).items;
    if (alert?.status === 'pending')
      await callSuccessfully(worker, bins.acknowledgeAlert, { params: { id: alert.id } });
    this.#agenda.plan(this.#agenda.day, 9 * 60 + 30, () => this.#bins.report());
    await this.#pickups.completeFirst(worker);
  }
}
