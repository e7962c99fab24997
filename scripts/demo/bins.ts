import { contract as bins } from '#features/bins/contract.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';
import type { Client, SiteUnderTest } from '#server/testing/siteUnderTest.ts';
import { type Agenda, callSuccessfully } from './agenda.ts';
import type { Chance } from './chance.ts';
import { alertNotes, type places } from './places.ts';

interface Bin {
  id: number;
  place: (typeof places)[number];
  /** The day of the next emptying, even if the bin is not full. */
  due: number;
}

/** The bins, their reports and emptyings. */
export class Bins {
  readonly #agenda: Agenda;
  readonly #site: SiteUnderTest;
  readonly #chance: Chance;
  readonly #bins: Bin[] = [];

  constructor(agenda: Agenda) {
    this.#agenda = agenda;
    this.#site = agenda.site;
    this.#chance = agenda.chance;
  }

  /** The bin of the next donation. */
  choose(): Bin {
    return this.#chance.pickWeighted(this.#bins, ({ place: { share } }) => share);
  }

  async addBin(admin: Client, place: (typeof places)[number]): Promise<void> {
    const { share: _share, since: _since, ...body } = place;
    const { bin } = await callSuccessfully(admin, bins.createBin, { body });
    await callSuccessfully(admin, bins.generateBinQr, { params: { id: bin.id } });
    this.#bins.push({ id: bin.id, place, due: 0 });
  }

  async report(): Promise<void> {
    const { id } = this.choose();
    const reportedBy = this.#chance.likely(30)
      ? this.#chance.pick(['Sam', 'Custodial staff', 'Front desk', 'Jo'])
      : undefined;
    const body = { binId: id, notes: this.#chance.pick(alertNotes), reportedBy };
    await callSuccessfully(
      this.#site.visitor(),
      bins.reportOverflow,
      { body },
      { address: `192.0.2.${10 + id}` },
    );
  }

  async empty(worker: Client): Promise<void> {
    const { items: alerts } = await callSuccessfully(worker, bins.openAlerts, { query: {} });
    for (const { id, status } of alerts) {
      if (status === 'pending') await callSuccessfully(worker, bins.acknowledgeAlert, { params: { id } });
    }
    this.#site.pass({ minutes: this.#chance.between(20, 55) });
    const overflowing = new Set(alerts.map(({ binId }) => binId));
    for (const bin of this.#bins) {
      const { id } = bin;
      if (!overflowing.has(id) && bin.due > this.#agenda.day) continue;
      const { logged } = await callSuccessfully(worker, bins.binRound, { params: { id } });
      const bagsFound = Math.max(0, logged + this.#chance.between(-1, 2));
      await callSuccessfully(worker, bins.createBinVisit, { params: { id }, body: { bagsFound } });
      bin.due = this.#agenda.day + this.#chance.between(3, 6);
      const when = this.#agenda.instant(bin.due, 14 * 60).toISOString();
      await callSuccessfully(worker, bins.scheduleBinPickup, { params: { id }, body: { when } });
    }
  }

  /** Sometimes records a bag without a mark. */
  async countUnclaimed(worker: Client): Promise<void> {
    if (!this.#chance.likely(20)) return;
    const kilograms = this.#chance.between(6, 52) / 10;
    const { id: binId } = this.#chance.pick(this.#bins);
    await callSuccessfully(worker, deciding.createUnclaimed, { body: { kilograms, binId } });
  }
}
