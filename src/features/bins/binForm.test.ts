import { expect, test } from 'vitest';
import { addForm, toRequestBody, editForm, parseCoordinates } from './binForm.ts';

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
])('reads %j as %j', (text, coordinates) => {
  expect(parseCoordinates(text)).toEqual(coordinates);
});

test('accepts a form in which only name, location and bin code are filled in', () => {
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

test('sends numbers, and nulls for emptied coordinates', () => {
  const typed = { name: 'East', location: 'Hall', binCode: 'EAST', directions: '', hours: '' };
  const values = addForm.parse({ ...typed, targetDays: ' 7', coordinates: '49.80930/-97.1331' });
  expect(toRequestBody(values)).toMatchObject({ targetDays: 7, lat: 49.8093, lng: -97.1331 });
  expect(toRequestBody({ coordinates: null })).toEqual({ lat: null, lng: null });
  expect(toRequestBody({ name: 'West', coordinates: undefined })).toEqual({ name: 'West' });
});
