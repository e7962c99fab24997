import { expect, test } from 'vitest';
import { addForm, bodyOf, editForm, parseCoordinates } from './binForm.ts';

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
  expect(parseCoordinates(text)).toEqual(place);
});

test('all but name and place may be left empty', () => {
  const typed = {
    name: 'East',
    location: 'Hall',
    directions: '',
    hours: '',
    targetDays: '',
    coordinates: '',
  };
  expect(addForm.safeParse({ ...typed, binCode: 'EAST' }).success).toBe(true);
  expect(editForm.safeParse({ ...typed, isActive: true }).success).toBe(true);
});

test('a form is sent with numbers, and an emptied place as none', () => {
  const typed = { name: 'East', location: 'Hall', binCode: 'EAST', directions: '', hours: '' };
  const values = addForm.parse({ ...typed, targetDays: ' 7', coordinates: '49.80930/-97.1331' });
  expect(bodyOf(values)).toMatchObject({ targetDays: 7, lat: 49.8093, lng: -97.1331 });
  expect(bodyOf({ coordinates: null })).toEqual({ lat: null, lng: null });
  expect(bodyOf({ name: 'West', coordinates: undefined })).toEqual({ name: 'West' });
});
