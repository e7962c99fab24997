import { EventEmitter, once } from 'node:events';
import sharp from 'sharp';
import { contract as redemption } from '#features/redemption/contract.ts';
import {
  type Answered,
  callAt,
  confirmDonation,
  logDonation,
  partnerPin,
  signIn,
  uploadAt,
} from './calls.ts';
import { Chance } from './chance.ts';

/** The addresses where the site answers just now. */
class Doors {
  readonly #open = new Set<string>();
  readonly #changes = new EventEmitter();

  open(...addresses: string[]): void {
    for (const address of addresses) this.#open.add(address);
    this.#changes.emit('opened');
  }

  close(...addresses: string[]): void {
    for (const address of addresses) this.#open.delete(address);
  }

  /** One of the addresses, as soon as there is one. */
  async any(chance: Chance): Promise<string> {
    // Each writer waits with a listener of its own.
    this.#changes.setMaxListeners(0);
    while (this.#open.size === 0) await once(this.#changes, 'opened');
    return chance.one([...this.#open]);
  }
}

export interface Size {
  width: number;
  height: number;
}

/** What the site said it had done, kept from the answers alone. */
export class Ledger {
  readonly donations = new Set<number>();
  /** Donations by reward code. */
  readonly codes = new Map<string, number>();
  /** Uses taken, by reward code. */
  readonly uses = new Map<string, number>();
  readonly photos = new Map<string, Size>();
  /** Calls that got no answer, or 503, and were made again. */
  unanswered = 0;
  acknowledged = 0;
  readonly #changes = new EventEmitter();

  constructor() {
    this.#changes.setMaxListeners(0);
  }

  note(keep: () => void): void {
    keep();
    this.acknowledged += 1;
    this.#changes.emit('noted');
  }

  /** Resolves once so many more writes were acknowledged. */
  async more(writes: number): Promise<void> {
    const enough = this.acknowledged + writes;
    while (this.acknowledged < enough) await once(this.#changes, 'noted');
  }
}

/** What writers have between them. */
export interface Writing {
  doors: Doors;
  ledger: Ledger;
  chance: Chance;
  /** Headers of an admin's change. */
  admin: Record<string, string>;
  pin: string;
}

/** The beginnings on a new site: its admin signed in, one partner store, nobody writing yet. */
export async function writingAt(address: string): Promise<Writing> {
  const admin = await signIn(address);
  const pin = await partnerPin(address, admin);
  return { doors: new Doors(), ledger: new Ledger(), chance: new Chance(), admin, pin };
}

/**
 * So many clients who log donations, confirm them, redeem the codes and upload photos until told to stop. A
 * call that breaks or gets 503 is made again, under its key where it may have one, until it is answered.
 */
export async function keepWriting(writers: number, writing: Writing, stopped: () => boolean): Promise<void> {
  const pictures = await Promise.all(Array.from({ length: 12 }, (_, index) => picture(index)));
  const names = Array.from({ length: writers }, (_, index) => `WRITER${index + 1}`);
  await Promise.all(names.map((name) => new Writer(name, pictures, writing, stopped).write()));
}

interface Picture extends Size {
  png: Buffer;
}

/** One of several small pictures that no two indexes have in common. */
export async function picture(index: number): Promise<Picture> {
  const size = { width: 60 + index, height: 90 - index };
  const background = { r: index * 20, g: 120, b: 255 - index * 20 };
  const png = await sharp({
    create: { ...size, channels: 3, background, noise: { type: 'gaussian', mean: 120, sigma: 40 } },
  })
    .png()
    .toBuffer();
  return { ...size, png };
}

class Writer {
  readonly #name: string;
  readonly #pictures: readonly Picture[];
  readonly #writing: Writing;
  readonly #stopped: () => boolean;

  constructor(name: string, pictures: readonly Picture[], writing: Writing, stopped: () => boolean) {
    this.#name = name;
    this.#pictures = pictures;
    this.#writing = writing;
    this.#stopped = stopped;
  }

  async write(): Promise<void> {
    const { chance } = this.#writing;
    while (!this.#stopped()) {
      const code = await this.#confirm(await this.#logDonation());
      if (code) await this.#redeem(code, chance.between(0, 2));
      if (chance.between(1, 3) === 1) await this.#upload(chance.one(this.#pictures));
    }
  }

  async #logDonation(): Promise<number> {
    const { ledger } = this.#writing;
    const key = { 'idempotency-key': crypto.randomUUID() };
    const { status, body, text } = await this.#untilAnswered((address) =>
      logDonation(address, this.#name, key),
    );
    if (status !== 201) throw new Error(`A donation was refused: ${text}`);
    ledger.note(() => ledger.donations.add(body.id));
    return body.id;
  }

  /** Gives the reward code, or null if an earlier try went through whose answer was lost. */
  async #confirm(id: number): Promise<string | null> {
    const { ledger, admin } = this.#writing;
    const { status, body, text, again } = await this.#untilAnswered((address) =>
      confirmDonation(address, id, admin),
    );
    if (status === 409 && again && text.includes('already_confirmed')) return null;
    if (status !== 200) throw new Error(`A confirmation was refused: ${text}`);
    ledger.note(() => ledger.codes.set(body.discountCode, id));
    return body.discountCode;
  }

  async #redeem(code: string, uses: number): Promise<void> {
    const { ledger, pin } = this.#writing;
    for (let use = 1; use <= uses; use += 1) {
      const key = { 'idempotency-key': crypto.randomUUID() };
      const parts = { params: { code }, body: { pin, clerk: this.#name } };
      const { status, body, text } = await this.#untilAnswered((address) =>
        callAt(address, redemption.redeemCode, parts, key),
      );
      if (status !== 200) throw new Error(`A redemption was refused: ${text}`);
      if (body.maxUses - body.remaining !== use) throw new Error(`A use was taken twice: ${text}`);
      ledger.note(() => ledger.uses.set(code, use));
    }
  }

  async #upload({ png, width, height }: Picture): Promise<void> {
    const { ledger, admin } = this.#writing;
    const { status, body, text } = await this.#untilAnswered((address) => uploadAt(address, png, admin));
    if (status !== 200) throw new Error(`A photo was refused: ${text}`);
    ledger.note(() => ledger.photos.set(body.url, { width, height }));
  }

  async #untilAnswered<Body>(
    call: (address: string) => Promise<Answered<Body>>,
  ): Promise<Answered<Body> & { again: boolean }> {
    const { doors, chance, ledger } = this.#writing;
    for (let again = false; ; again = true) {
      const answer = await whole(call(await doors.any(chance)));
      if (answer && answer.status !== 503) return { ...answer, again };
      ledger.unanswered += 1;
      if (this.#stopped()) throw new Error('A call was not answered, though everything was up again.');
    }
  }
}

/** The answer, or null if the connection broke before it was whole. */
async function whole<Body>(answer: Promise<Answered<Body>>): Promise<Answered<Body> | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof TypeError && ['fetch failed', 'terminated'].includes(error.message)) return null;
    throw error;
  }
}
