import { expect, test } from 'vitest';
import { addForm, bodyOf, placeIn } from './binForm.ts';

test.each([
  ['49.8093, -97.1331', { lat: 49.8093, lng: -97.1331 }],
  [' 49.8093,-97.1331 ', { lat: 49.8093, lng: -97.1331 }],
  ['49.8093/-97.1331', { lat: 49.8093, lng: -97.1331 }],
  ['49.8093 -97.1331', { lat: 49.8093, lng: -97.1331 }],
  ['50, -97', { lat: 50, lng: -97 }],
  ['-97.1331, 49.8093', null],
  ['49.8093', null],
  ['49.8093, -181', null],
  ['49,8093, -97,1331', null],
  ['University Centre', null],
])('the place of %j is %j', (text, place) => {
  expect(placeIn(text)).toEqual(place);
});

test('a form is sent with numbers, and an emptied place as none', () => {
  const typed = { name: 'East', location: 'Hall', binCode: 'EAST', directions: '', hours: '' };
  const values = addForm.parse({ ...typed, targetDays: ' 7', place: '49.80930/-97.1331' });
  expect(bodyOf(values)).toMatchObject({ targetDays: 7, lat: 49.8093, lng: -97.1331 });
  expect(bodyOf({ place: null })).toEqual({ lat: null, lng: null });
  expect(bodyOf({ name: 'West', place: undefined })).toEqual({ name: 'West' });
});
