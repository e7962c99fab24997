/** A time zone's offset from UTC, from an instant (ISO 8601) on. */
export interface UtcOffset {
  from: string;
  minutes: number;
}

const MINUTE_MILLISECONDS = 60 * 1000;
const DAY_MILLISECONDS = 24 * 60 * MINUTE_MILLISECONDS;

/** A time zone by its IANA name, perhaps with offsets that override this machine's time zone data. */
export type TimeZone = string | { readonly name: string; readonly offsets: readonly UtcOffset[] };

/** A time zone's offset from UTC at an instant, in milliseconds. */
export function offsetAt(instant: Date, timeZone: TimeZone): number {
  if (typeof timeZone === 'string') return machineOffset(instant, timeZone);
  return givenOffset(instant, timeZone.offsets) ?? machineOffset(instant, timeZone.name);
}

/** The given offset at an instant; undefined before the first and from the last on, which only marks the end. */
function givenOffset(instant: Date, offsets: readonly UtcOffset[]): number | undefined {
  const index = offsets.findLastIndex(({ from }) => Date.parse(from) <= instant.getTime());
  const minutes = offsets[index]?.minutes;
  return minutes === undefined || index === offsets.length - 1 ? undefined : minutes * MINUTE_MILLISECONDS;
}

/** A time zone's offsets by this machine's data: at the start, at each change, and once more at the end. */
export function offsetsBetween(start: Date, end: Date, timeZone: string): UtcOffset[] {
  const offsets = [offsetFrom(start, timeZone)];
  let day = start;
  let offset = machineOffset(start, timeZone);
  // No zone changes its clocks twice in a day.
  while (day < end) {
    const next = new Date(Math.min(day.getTime() + DAY_MILLISECONDS, end.getTime()));
    const nextOffset = machineOffset(next, timeZone);
    if (nextOffset !== offset) offsets.push(offsetFrom(changeBetween(day, next, timeZone), timeZone));
    [day, offset] = [next, nextOffset];
  }
  return [...offsets, offsetFrom(end, timeZone)];
}

function offsetFrom(instant: Date, timeZone: string): UtcOffset {
  return { from: instant.toISOString(), minutes: machineOffset(instant, timeZone) / MINUTE_MILLISECONDS };
}

/** The first instant with the later offset, found by bisection. */
function changeBetween(start: Date, end: Date, timeZone: string): Date {
  let [before, after] = [start.getTime(), end.getTime()];
  const offset = machineOffset(start, timeZone);
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (machineOffset(new Date(middle), timeZone) === offset) before = middle;
    else after = middle;
  }
  return new Date(after);
}

// Formatters are cached, because making one takes some 50 microseconds.
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const cached = clocks.get(timeZone);
  if (cached) return cached;
  // sv-SE writes dates and times as ISO 8601 does.
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  clocks.set(timeZone, clock);
  return clock;
}

/** The offset by this machine's time zone data. */
function machineOffset(instant: Date, timeZone: string): number {
  const wall = clockOf(timeZone).format(instant);
  return new Date(`${wall.replace(' ', 'T')}Z`).getTime() - Math.floor(instant.getTime() / 1000) * 1000;
}
