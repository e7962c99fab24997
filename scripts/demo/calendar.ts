import { type Day, weekdayOf, yearOf } from '#shared/dates.ts';

/** How busy the school year is from a day (`MM-DD`) on. An ordinary day is 1. */
const seasons: readonly (readonly [from: string, busy: number])[] = [
  ['01-01', 0.1],
  ['01-06', 0.8],
  // Reading week.
  ['02-15', 0.3],
  ['02-22', 0.9],
  ['04-08', 1.3],
  // Students move out of residence.
  ['04-18', 2.4],
  ['05-02', 0.6],
  ['05-20', 0.35],
  ['08-20', 0.8],
  ['09-01', 1.6],
  ['09-22', 1],
  ['12-08', 1.5],
  ['12-19', 0.4],
  ['12-23', 0.05],
];

/** A factor for each weekday, from Sunday on. */
const weekdayFactors = [0.25, 1.1, 1.15, 1.2, 1.1, 0.95, 0.4] as const;

/** How busy a day is: about 1 on a weekday while there are lectures. */
export function busyness(day: Day): number {
  const season = seasons.findLast(([from]) => from <= day.slice(5))?.[1] ?? 1;
  return season * (weekdayFactors[weekdayOf(day)] ?? 1);
}

/** Whether volunteers work: three times a week, once a week in summer. */
export function isShift(day: Day): boolean {
  const weekday = weekdayOf(day);
  const month = Number(day.slice(5, 7));
  if (day.slice(5) >= '12-24' || day.slice(5) <= '01-03') return false;
  return month >= 6 && month <= 8 ? weekday === 3 : [1, 3, 5].includes(weekday);
}

/** The term of a day, as the settings name it. */
export function termOf(day: Day): string {
  const year = yearOf(day);
  return day.slice(5) >= '09-01' ? `${year}-1` : `${year - 1}-2`;
}
