import { expect, test } from 'vitest';
import { initials } from './PartnerLogo.tsx';
import { splitDiscount } from './StoreTag.tsx';

test.each([
  ['Main Street Thrift', 'MS'],
  ['Thrift', 'T'],
  ["O'Brien’s second hand", 'OS'],
  ['  the  (old) Mill', 'TO'],
  ['Élan vital', 'ÉV'],
  ['2nd Chance', '2C'],
  ['***', ''],
])('the initials of %j are %j', (name, letters) => {
  expect(initials(name)).toBe(letters);
});

test.each([
  ['15% off household goods, any day', '15% off', 'household goods, any day'],
  ['$5 off when you spend $20 or more', '$5 off', 'when you spend $20 or more'],
  ['3 for 2 on used paperbacks', '3 for 2', 'on used paperbacks'],
  ['15% off', '15% off', ''],
  [' 10 % off: all books.', '10 % off', 'all books.'],
  ['Up to 50% off furniture', 'Up to 50% off', 'furniture'],
  ['2 for $10 — shirts', '2 for $10', 'shirts'],
  ['20% discount on Tuesdays', '20%', 'discount on Tuesdays'],
  ['15 % de rabais sur la vaisselle', '15 %', 'de rabais sur la vaisselle'],
  ['12.5% off bikes', '12.5% off', 'bikes'],
])('splits "%s" into the saving "%s" and the rest "%s"', (discount, saving, rest) => {
  expect(splitDiscount(discount)).toEqual({ saving, rest });
});

test.each([
  'Free coffee with any purchase',
  'Buy two, get the third free',
  '$20 minimum, then 10% off',
  '10% of every sale goes to the food bank',
  '100 books at half price',
  'Seniors: 15% off',
])('does not split "%s", which begins with no saving', (discount) => {
  expect(splitDiscount(discount)).toEqual({ saving: null, rest: discount });
});
