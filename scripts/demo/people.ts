import type { Language } from '#shared/languages.ts';
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
  /** An admin has recorded their name, perhaps with email and phone. */
  hasEmailOnFile: boolean;
  participantId: number | undefined;
}

/** Has no factor in common with the number of last names, so that steps reach all of them. */
const STEP = 23;

/** Makes people up, all with different names. */
export class People {
  readonly #chance: Chance;
  readonly #first: readonly string[];
  readonly #last: readonly string[];
  #made = 0;
  readonly #ids = new Set<string>();

  constructor(chance: Chance) {
    this.#chance = chance;
    this.#first = chance.shuffled(firstNames);
    this.#last = chance.shuffled(lastNames);
  }

  next(day: number): Person {
    // In each round a first name gets another last name.
    const [place, round] = [this.#made % this.#first.length, Math.floor(this.#made / this.#first.length)];
    const first = this.#first[place] ?? '';
    const last = this.#last[(place + round * STEP) % this.#last.length] ?? '';
    this.#made += 1;
    const chance = this.#chance;
    const regular = chance.between(1, 100) <= 20;
    return {
      name: `${first} ${last}`,
      studentId: this.#idOf(first, last),
      email: `${plain(first)}.${plain(last)}@example.${chance.one(['ca', 'org', 'com'])}`,
      language: french.has(first) ? 'fr' : 'en',
      eagerness: regular ? chance.between(8, 14) : chance.between(1, 5),
      until: regular ? 400 : day + chance.between(5, 240),
      hasEmailOnFile: false,
      participantId: undefined,
    };
  }

  #idOf(first: string, last: string): string {
    const id = `${plain(first).slice(0, 1)}${plain(last)}`.toUpperCase();
    let free = id;
    for (let number = 2; this.#ids.has(free); number += 1) free = `${id}${number}`;
    this.#ids.add(free);
    return free;
  }
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase();
}

const french = new Set(['Amélie', 'Benoît', 'Chantal', 'Étienne', 'Geneviève', 'Luc', 'Mireille', 'Rémi']);

const firstNames = [
  ...french,
  'Aaliyah',
  'Abel',
  'Amara',
  'Anders',
  'Anjali',
  'Ari',
  'Bea',
  'Callum',
  'Carmen',
  'Chidi',
  'Dalia',
  'Darius',
  'Eilidh',
  'Emeka',
  'Esme',
  'Farah',
  'Felix',
  'Fiona',
  'Gurleen',
  'Hamza',
  'Hana',
  'Ingrid',
  'Isaac',
  'Jae',
  'Jonas',
  'Joy',
  'Kai',
  'Kateryna',
  'Kiran',
  'Lena',
  'Levi',
  'Linh',
  'Maeve',
  'Malik',
  'Marta',
  'Mateo',
  'Mei',
  'Minh',
  'Nadia',
  'Naomi',
  'Nikhil',
  'Oksana',
  'Olivier',
  'Omar',
  'Paloma',
  'Quinn',
  'Rafael',
  'Rosa',
  'Ruby',
  'Sana',
  'Silas',
  'Simran',
  'Solomon',
  'Tala',
  'Tariq',
  'Teodor',
  'Uma',
  'Viktor',
  'Winona',
  'Yara',
  'Yusuf',
  'Zainab',
] as const;

const lastNames = [
  'Abara',
  'Adeyemi',
  'Anholt',
  'Arsenault',
  'Balakrishna',
  'Bearhart',
  'Belcourt',
  'Bergmann',
  'Bui',
  'Castellano',
  'Chernenko',
  'Cloutier',
  'Dhaliwal',
  'Doerksen',
  'Ekwueme',
  'Eriksdottir',
  'Faraday',
  'Fontaine',
  'Giesbrecht',
  'Grewal',
  'Haddad',
  'Hallgren',
  'Ibarra',
  'Ishikawa',
  'Jaswal',
  'Kasprzak',
  'Kehler',
  'Kowalchuk',
  'Lavallee',
  'Lindqvist',
  'Loewen',
  'Mahmoud',
  'Marchetti',
  'McKinnon',
  'Moreau',
  'Nakamura',
  'Neufeld',
  'Nwosu',
  'Okonjo',
  'Olafson',
  'Pacheco',
  'Penner',
  'Petrenko',
  'Quintero',
  'Rahimi',
  'Redhead',
  'Rempel',
  'Sandhu',
  'Santos',
  'Schellenberg',
  'Sigurdson',
  'Sinclair',
  'Tachenko',
  'Tessier',
  'Thorsteinson',
  'Toews',
  'Unrau',
  'Vandal',
  'Vo',
  'Wiebe',
  'Wolfchild',
  'Xavier',
  'Yee',
  'Zacharias',
] as const;
