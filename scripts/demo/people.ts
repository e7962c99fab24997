import type { Language } from '#shared/languages.ts';
import { type WeightBand, weightBands } from '#shared/weights.ts';
import type { Chance } from './chance.ts';

/** A donor. */
export interface Person {
  name: string;
  studentId: string;
  email: string;
  language: Language;
  /** Weight with which they are chosen as the next donor. */
  eagerness: number;
  /** Their last day, counted from the year's start. */
  until: number;
  /** Whether an admin has recorded their name, perhaps with email and phone. */
  isRecorded: boolean;
  participantId: number | undefined;
}

/** Steps through the last names. It has no factor in common with their number, so that all are reached. */
const LAST_NAME_STEP = 23;

/** Invents people, all with different names. */
export class People {
  readonly #chance: Chance;
  readonly #firstNames: readonly string[];
  readonly #lastNames: readonly string[];
  #made = 0;
  #phones = 0;
  readonly #ids = new Set<string>();

  constructor(chance: Chance) {
    this.#chance = chance;
    this.#firstNames = chance.shuffled([...french, ...otherFirstNames]);
    this.#lastNames = chance.shuffled(lastNames);
  }

  next(day: number): Person {
    // In each round a first name gets another last name.
    const [place, round] = [
      this.#made % this.#firstNames.length,
      Math.floor(this.#made / this.#firstNames.length),
    ];
    const firstName = this.#firstNames[place] ?? '';
    const lastName = this.#lastNames[(place + round * LAST_NAME_STEP) % this.#lastNames.length] ?? '';
    this.#made += 1;
    const chance = this.#chance;
    const isRegular = chance.between(1, 100) <= 20;
    return {
      name: `${firstName} ${lastName}`,
      studentId: this.#idOf(firstName, lastName),
      email: `${plainLetters(firstName)}.${plainLetters(lastName)}@example.${chance.pick(['ca', 'org', 'com'])}`,
      language: french.has(firstName) ? 'fr' : 'en',
      eagerness: isRegular ? chance.between(8, 14) : chance.between(1, 5),
      until: isRegular ? Infinity : day + chance.between(5, 240),
      isRecorded: false,
      participantId: undefined,
    };
  }

  /** One of the hundred phone numbers reserved for fiction. Undefined once they are used up. */
  phone(): string | undefined {
    this.#phones += 1;
    return this.#phones < 100 ? `204-555-01${String(this.#phones).padStart(2, '0')}` : undefined;
  }

  #idOf(firstName: string, lastName: string): string {
    const id = `${plainLetters(firstName).slice(0, 1)}${plainLetters(lastName)}`.toUpperCase();
    let unusedId = id;
    for (let number = 2; this.#ids.has(unusedId); number += 1) unusedId = `${id}${number}`;
    this.#ids.add(unusedId);
    return unusedId;
  }
}

/** The person's language, and a network address reserved for examples (RFC 5737). */
export function browserOf({ language, studentId }: Person) {
  const address = `198.51.100.${1 + ((studentId.length * 31 + (studentId.codePointAt(1) ?? 0)) % 250)}`;
  return { address, headers: { 'accept-language': language === 'fr' ? 'fr-CA,fr' : 'en-CA,en' } };
}

/** Draws a claimed band. */
export function drawBand(chance: Chance): WeightBand {
  const weights = { '0-1kg': 16, '1-2kg': 36, '2-3kg': 31, '3kg+': 17 };
  return chance.pickWeighted(weightBands, (band) => weights[band]);
}

/** Draws the measured kilograms of a bag. The claimed band is wrong for one bag in seven. */
export function drawScaleWeight(claimed: WeightBand, chance: Chance): number {
  const index = weightBands.indexOf(claimed);
  const shift = chance.likely(14) ? chance.pick([-1, 1]) : 0;
  const least = Math.min(3, Math.max(0, index + shift));
  return chance.between(Math.max(20, least * 100), least === 3 ? 720 : least * 100 + 99) / 100;
}

function plainLetters(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase();
}

const namesIn = (text: string) => text.trim().split(/\s+/);

const french = new Set(namesIn('Amélie Benoît Chantal Étienne Geneviève Luc Mireille Rémi'));

const otherFirstNames = namesIn(`
  Aaliyah Abel Amara Anders Anjali Ari Bea Callum Carmen Chidi Dalia Darius Eilidh Emeka Esme Farah Felix
  Fiona Gurleen Hamza Hana Ingrid Isaac Jae Jonas Joy Kai Kateryna Kiran Lena Levi Linh Maeve Malik Marta
  Mateo Mei Minh Nadia Naomi Nikhil Oksana Olivier Omar Paloma Quinn Rafael Rosa Ruby Sana Silas Simran
  Solomon Tala Tariq Teodor Uma Viktor Winona Yara Yusuf Zainab
`);

const lastNames = namesIn(`
  Abara Adeyemi Anholt Arsenault Balakrishna Bearhart Belcourt Bergmann Bui Castellano Chernenko Cloutier
  Dhaliwal Doerksen Ekwueme Eriksdottir Faraday Fontaine Giesbrecht Grewal Haddad Hallgren Ibarra Ishikawa
  Jaswal Kasprzak Kehler Kowalchuk Lavallee Lindqvist Loewen Mahmoud Marchetti McKinnon Moreau Nakamura
  Neufeld Nwosu Okonjo Olafson Pacheco Penner Petrenko Quintero Rahimi Redhead Rempel Sandhu Santos
  Schellenberg Sigurdson Sinclair Tachenko Tessier Thorsteinson Toews Unrau Vandal Vo Wiebe Wolfchild
  Xavier Yee Zacharias
`);
