import { describe, expect, test } from 'vitest';
import { formatKilograms } from './progress.ts';

describe('kilograms', () => {
  test.each([
    [0, '0.0', '0'],
    [92.5, '92.5', '92.5'],
    [0.05, '0.1', '0.1'],
    [999.95, '1,000.0', '1,000'],
    [1204, '1,204.0', '1,204'],
    [1_234_567.5, '1,234,567.5', '1,234,567.5'],
  ])('%d read %s, as a goal %s', (kilograms, figure, goal) => {
    expect(formatKilograms(kilograms)).toBe(figure);
    expect(formatKilograms(kilograms, 0)).toBe(goal);
  });
});
