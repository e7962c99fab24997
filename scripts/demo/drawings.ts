import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { Chance } from './chance.ts';

/** The site's drawings of things to give. */
const drawingNames = ['Mug', 'Teapot', 'Vase', 'Lamp', 'Books', 'Duck', 'BagFull', 'Frame'] as const;

/** Colours of lines, the shape behind them, wall and table. */
const inks = [
  ['#1f4d3a', '#e3b04b', '#f3eddd', '#d9cdb2'],
  ['#27445c', '#d98e5f', '#eef1ee', '#c9d2cf'],
  ['#4a2f3c', '#9dbf8a', '#f6efe6', '#d8c7b8'],
  ['#2d3b2a', '#d7a3a0', '#f1f0e4', '#cfd3bd'],
  ['#3b3350', '#e6c35c', '#efecf2', '#cbc5d6'],
] as const;

const WIDTH = 800;
const HEIGHT = 600;

/** A drawing of src/web/art: its lines, and the paths of the shape behind them. */
interface Shape {
  lines: string;
  wheat: readonly string[];
}

/** Draws a new picture of donated things each time, on the table of the sorting room. */
export class Camera {
  readonly #chance: Chance;
  readonly #shapes = new Map<string, Promise<Shape>>();

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  /** A JPEG, as a phone sends one. */
  async take(): Promise<Buffer> {
    const chance = this.#chance;
    const [line, background, wall, table] = chance.pick(inks);
    const things = chance.shuffled(drawingNames).slice(0, chance.pick([1, 1, 2, 2, 3]));
    const floor = chance.between(380, 440);
    const width = WIDTH / things.length;
    const groups: string[] = [];
    for (const [index, name] of things.entries()) {
      const size = Math.min(width, chance.between(250, 360));
      const left = width * index + (width - size) / 2 + chance.between(-20, 20);
      const turn = `rotate(${chance.between(-5, 5)} 60 110)${chance.pick(['', ' translate(120 0) scale(-1 1)'])}`;
      const scale = size / 120;
      const top = floor + chance.between(20, 90) - 110 * scale;
      groups.push(`<g transform="translate(${left} ${top}) scale(${scale}) ${turn}">
        <ellipse cx="60" cy="111" rx="46" ry="5" fill="${line}" opacity="0.14"/>
        ${await this.#drawThing(name, background)}</g>`);
    }
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
      <rect width="${WIDTH}" height="${HEIGHT}" fill="${wall}"/>
      <rect y="${floor}" width="${WIDTH}" height="${HEIGHT - floor}" fill="${table}"/>
      <g fill="none" stroke="${line}" stroke-width="3.1" stroke-linecap="round" stroke-linejoin="round">${groups.join('')}</g>
    </svg>`;
    // Once the site has read an upload, sharp opens only photos in this process.
    sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
    return await sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer();
  }

  async #drawThing(name: string, background: string): Promise<string> {
    let shape = this.#shapes.get(name);
    if (!shape) this.#shapes.set(name, (shape = readShape(name)));
    const { wheat, lines } = await shape;
    const paths = wheat.map((path) => `<path d="${path}"/>`).join('');
    return `<g fill="${background}" stroke="none" transform="translate(3 2.5)">${paths}</g>${lines}`;
  }
}

/** Reads a drawing as SVG from its component. */
async function readShape(name: string): Promise<Shape> {
  const source = await readFile(
    fileURLToPath(new URL(`../../src/web/art/${name}.tsx`, import.meta.url)),
    'utf8',
  );
  const body = source.indexOf('\n      <path');
  const wheat = [...source.slice(0, body).matchAll(/'(M[^']+)'/g)];
  const lines = source.slice(body, source.indexOf('</Drawing>'));
  if (body < 0 || wheat.length === 0 || lines === '') {
    throw new Error(`${name}.tsx is not written like the other drawings.`);
  }
  const asSvg = lines.replaceAll(/ (\w+)=\{([\d.]+)\}/g, ' $1="$2"');
  return {
    wheat: wheat.map(([, path = '']) => path),
    lines: asSvg.replaceAll('strokeWidth', 'stroke-width').replaceAll('strokeDasharray', 'stroke-dasharray'),
  };
}
