import { expect, test } from 'vitest';
import { donationPlace } from './donationWords.ts';
import { placeForDonor } from './placeForDonor.ts';

test.each([
  ['UC East', 'University Centre', 'UC East', 'UC East'],
  [null, 'University Centre', 'University Centre', 'University Centre'],
  ['', '', 'Manual entry', 'No bin'],
  [null, undefined, 'Manual entry', 'No bin'],
])(
  'of drop site %s and bin location %s the console says %s, and its donor reads %s',
  (dropSite, binLocation, inConsole, forDonor) => {
    expect(donationPlace({ dropSite, binLocation })).toBe(inConsole);
    expect(placeForDonor({ dropSite, binLocation })).toBe(forDonor);
  },
);
