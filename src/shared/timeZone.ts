/** From an instant (ISO 8601) on, the clocks of a time zone are so many minutes ahead of UTC. */
export interface UtcOffset {
  from: string;
  minutes: number;
}

const MINUTE_MILLISECONDS = 60 * 1000;
const DAY_MILLISECONDS = 24 * 60 * MINUTE_MILLISECONDS;

/** A time zone by its IANA name, or with offsets that are to hold whatever this machine's time zone data say. */
export type TimeZone = string | { readonly name: string; readonly offsets: readonly UtcOffset[] };

/** How many milliseconds the clocks of a time zone are ahead of UTC at an instant. */
export function offsetAt(instant: Date, timeZone: TimeZone): number {
  if (typeof timeZone === 'string') return ownOffset(instant, timeZone);
  return givenOffset(instant, timeZone.offsets) ?? ownOffset(instant, timeZone.name);
}

/** The last of the offsets says only where they end; outside of them this machine's own data hold. */
function givenOffset(instant: Date, offsets: readonly UtcOffset[]): number | undefined {
  const current = offsets.findLastIndex(({ from }) => Date.parse(from) <= instant.getTime());
  const minutes = offsets[current]?.minutes;
  return minutes === undefined || current === offsets.length - 1 ? undefined : minutes * MINUTE_MILLISECONDS;
}

/**
 * The offsets of a time zone by this machine's data: the one at the start, each to which the clocks change,
 * and at the end once more the last.
 */
export function offsetsBetween(start: Date, end: Date, timeZone: string): UtcOffset[] {
  const offsets = [offsetFrom(start, timeZone)];
  let day = start;
  let offset = ownOffset(start, timeZone);
  // No zone changes its clocks twice in a day.
  while (day < end) {
    const next = new Date(Math.min(day.getTime() + DAY_MILLISECONDS, end.getTime()));
    const then = ownOffset(next, timeZone);
    if (then !== offset) offsets.push(offsetFrom(changeBetween(day, next, timeZone), timeZone));
    [day, offset] = [next, then];
  }
  return [...offsets, offsetFrom(end, timeZone)];
}

function offsetFrom(instant: Date, timeZone: string): UtcOffset {
  return { from: instant.toISOString(), minutes: ownOffset(instant, timeZone) / MINUTE_MILLISECONDS };
}

/** The first instant with the later offset. */
function changeBetween(start: Date, end: Date, timeZone: string): Date {
  let [before, after] = [start.getTime(), end.getTime()];
  const offset = ownOffset(start, timeZone);
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (ownOffset(new Date(middle), timeZone) === offset) before = middle;
    else after = middle;
  }
  return new Date(after);
}

// Building an Intl formatter costs some 50 microseconds; one for each zone is kept.
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const kept = clocks.get(timeZone);
  if (kept) return kept;
  // sv-SE writes dates and times as ISO 8601 does.
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  clocks.set(timeZone, made);
  return made;
}

/** The offset by this machine's time zone data. */
function ownOffset(instant: Date, timeZone: string): number {
  const wall = clockOf(timeZone).format(instant);
  return new Date(`${wall.replace(' ', 'T')}Z`).getTime() - Math.floor(instant.getTime() / 1000) * 1000;
}
