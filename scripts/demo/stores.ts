import { inArray } from 'drizzle-orm';
import { contract as partners } from '#features/partners/contract.ts';
import { contract as redemption } from '#features/till/contract.ts';
import { discountCodes } from '#server/db/schema.ts';
import type { Client, SiteUnderTest } from '#server/testing/siteUnderTest.ts';
import { type Agenda, callSuccessfully } from './agenda.ts';
import type { Chance } from './chance.ts';
import { givenBackReasons, type stores } from './places.ts';

interface Store {
  id: number;
  pin: string;
  client: Client;
  data: (typeof stores)[number];
}

/** The partners, and what donors do with their codes there. */
export class Stores {
  readonly #agenda: Agenda;
  readonly #site: SiteUnderTest;
  readonly #chance: Chance;
  readonly #stores: Store[] = [];
  readonly #toReverse: { id: number; after: number }[] = [];
  /** Link to a store's statements. */
  statementLink = '';

  constructor(agenda: Agenda) {
    this.#agenda = agenda;
    this.#site = agenda.site;
    this.#chance = agenda.chance;
  }

  get pins(): { store: string; pin: string }[] {
    return this.#stores.map(({ data: { name }, pin }) => ({ store: name, pin }));
  }

  async add(admin: Client, data: (typeof stores)[number]): Promise<void> {
    const { name, discount, link } = data;
    const { partner, pin } = await callSuccessfully(admin, partners.createPartner, {
      body: { name, discount, link },
    });
    if (this.#stores.length === 0) {
      const statement = await callSuccessfully(admin, redemption.createStatementLink, {
        params: { id: partner.id },
      });
      this.statementLink = statement.link;
    }
    this.#stores.push({ id: partner.id, pin, client: this.#site.visitor(), data });
  }

  /** Plans when the codes of confirmed donations are used. */
  async planUses(ids: number[]): Promise<void> {
    if (ids.length === 0) return;
    const codes = await this.#site.database
      .select({ code: discountCodes.code })
      .from(discountCodes)
      .where(inArray(discountCodes.donationId, ids))
      .orderBy(discountCodes.id);
    for (const { code } of codes) {
      let day = this.#agenda.day;
      for (const percent of [58, 62]) {
        if (!this.#chance.likely(percent)) break;
        day += this.#chance.between(1, 13);
        this.#agenda.plan(day, this.#chance.between(10 * 60, 17 * 60 + 50), () => this.#redeem(code));
      }
    }
  }

  async #redeem(code: string): Promise<void> {
    const store = this.#chance.pickWeighted(this.#stores, ({ data: { share } }) => share);
    const { client, pin, data } = store;
    const clerk = this.#chance.likely(80) ? this.#chance.pick(data.clerks) : undefined;
    const address = `203.0.113.${10 + store.id}`;
    await callSuccessfully(client, redemption.checkCode, { params: { code } }, { address });
    const { redemptionId } = await callSuccessfully(
      client,
      redemption.redeemCode,
      { params: { code }, body: { pin, clerk } },
      { address },
    );
    if (this.#chance.likely(3)) {
      this.#site.pass({ minutes: this.#chance.between(1, 9) });
      await callSuccessfully(
        client,
        redemption.undoRedemption,
        { params: { code }, body: { pin, redemptionId, clerk } },
        { address },
      );
    } else if (this.#chance.likely(2)) {
      this.#toReverse.push({ id: redemptionId, after: this.#agenda.day + this.#chance.between(1, 20) });
    }
  }

  /** The office reverses a use that the till can no longer undo. */
  async reverseUse(admin: Client): Promise<void> {
    const dueIndex = this.#toReverse.findIndex(({ after }) => after <= this.#agenda.day);
    const [use] = dueIndex < 0 ? [] : this.#toReverse.splice(dueIndex, 1);
    if (!use) return;
    await callSuccessfully(admin, redemption.reverseRedemption, {
      params: { id: use.id },
      body: { reason: this.#chance.pick(givenBackReasons) },
    });
  }
}
