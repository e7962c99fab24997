import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';

/**
 * Fills an empty database with made-up data of three years before `today`: for each five donations a participant, and two
 * audit rows for each donation. The same size gives the same rows.
 */
export async function fillWithVolume(database: Database, donations: number, today: string): Promise<void> {
  const people = Math.ceil(donations / 5);
  for (const statement of statements(donations, people, today)) await database.execute(sql.raw(statement));
}

function statements(donations: number, people: number, today: string): string[] {
  // Multiplying by a prime modulo the count spreads neighbours, always in the same way.
  const spread = (salt: number, count: number | string) => `(number::bigint * ${salt} % ${count})::int`;
  const pick = (salt: number, values: string[]) =>
    `(array[${values.map((value) => `'${value}'`).join(', ')}])[1 + ${spread(salt, values.length)}]`;
  const date = `('${today}'::date - ${spread(7919, 1095)})`;
  const isPending = 'number % 20 = 0';
  const isRejected = 'number % 20 = 1';
  return [
    `insert into drop_bins (name, location, bin_code, created_at)
     select 'Bin ' || number, number || ' ' || ${pick(31, streets)}, 'BIN_' || number, now()
     from generate_series(1, 200) number`,
    `insert into partners (name, discount, pin_hash, created_at)
     select 'Store ' || number, (5 + number % 20) || '% off', md5('pin' || number), now()
     from generate_series(1, 50) number`,
    `insert into participants (display_name, email, phone, share_token, created_at)
     select ${pick(7907, firstNames)} || ' ' || ${pick(7901, lastNames)} || ' ' || number,
            'donor' || number || '@example.ca', '204555' || lpad(number::text, 6, '0'), md5('share' || number),
            '${today}'::timestamptz - interval '3 years' + number * interval '1 minute'
     from generate_series(1, ${people}) number`,
    `insert into students (student_id, participant_id, created_at)
     select 'D' || number, number, now() from generate_series(1, ${people}) number`,
    `insert into donations (participant_id, student_id, mark, weight, date, year, bin_location, drop_site, is_confirmed,
                            confirmed_at, confirmed_by, rejected_at, rejected_by, rejection_reason, photo_url, notes, created_at)
     select 1 + ${spread(104729, people)}, 'D' || (1 + ${spread(104729, people)}),
            case when not (${isPending}) then 'K7M' end, ${pick(7879, bands)}, ${date},
            extract(year from ${date}), (1 + ${spread(101, 200)}) || ' ' || ${pick(31, streets)},
            'BIN_' || (1 + ${spread(101, 200)}), not (${isPending} or ${isRejected}),
            case when not (${isPending} or ${isRejected}) then ${date} + interval '20 hours' end,
            case when not (${isPending} or ${isRejected}) then 'alex' end,
            case when ${isRejected} then ${date} + interval '20 hours' end,
            case when ${isRejected} then 'alex' end,
            case when ${isRejected} then 'The box was empty' end,
            case when number % 3 = 0 and not (${isPending} or ${isRejected}) then 'https://example.ca/box.jpg' end,
            case when number % 7 = 0 then 'Note ' || number end, ${date} + interval '12 hours'
     from generate_series(1, ${donations}) number`,
    `insert into discount_codes (code, participant_id, donation_id, use_count, max_uses, generated_at, expires_at)
     select 'RR-' || translate(upper(lpad(to_hex(number::bigint * 7919 % 16777213), 6, '0')), '01', 'GH'),
            participant_id, id, number % 3, 2, confirmed_at, confirmed_at + interval '30 days'
     from (select id, participant_id, confirmed_at, row_number() over (order by id) number
           from donations where is_confirmed order by id limit ${Math.floor(donations / 2)}) confirmed`,
    `insert into code_redemptions (code_id, code, partner_id, at)
     select id, code, 1 + id % 50, generated_at + use * interval '1 day'
     from discount_codes, generate_series(1, use_count) use`,
    `insert into audit_log (actor, actor_role, action, entity_type, entity_id, participant_id, created_at)
     select case number % 2 when 0 then 'donor ' || 1 + number % ${people} else 'alex' end,
            case number % 2 when 0 then 'donor' else 'admin' end,
            case number % 2 when 0 then 'donation.logged' else ${pick(7873, actions)} end,
            'donation', 1 + number / 2, 1 + number % ${people}, '${today}'::timestamptz - (${donations * 2} - number) * (interval '3 years' / ${donations * 2})
     from generate_series(1, ${donations * 2}) number`,
    `insert into overflow_alerts (bin_id, reported_at, status, resolved_at)
     select 1 + number % 200, '${today}'::timestamptz - number * interval '1 hour',
            case when number <= 200 and number % 50 = 0 then 'pending' else 'resolved' end,
            case when number <= 200 and number % 50 = 0 then null else '${today}'::timestamptz end
     from generate_series(1, ${Math.ceil(donations / 50)}) number`,
    `insert into pickups (name, address, items, status, closed_at, created_at)
     select 'Donor ' || number, number || ' Main Street', 'Boxes', ${pick(7867, pickupStates)},
            case when ${pick(7867, pickupStates)} in ('completed', 'cancelled') then '${today}'::timestamptz end,
            '${today}'::timestamptz - number * interval '1 hour'
     from generate_series(1, ${Math.ceil(donations / 100)}) number`,
    'vacuum analyze',
  ];
}

const firstNames = [
  'Amara',
  'Jo',
  'Liam',
  'Mei-Ling',
  'Noah',
  'Oksana',
  'Priya',
  'Sofia',
  'Tyler',
  'Zoe',
  'Gabriel',
];
const lastNames = ['Bearpaw', 'Chan', 'Dufresne', 'Fehr', 'Friesen', 'Nair', 'Okafor', 'Reimer', 'Thiessen'];
const streets = [
  'Osborne Street',
  'Fermor Avenue',
  'University Crescent',
  'Pembina Highway',
  'Portage Avenue',
];
const bands = ['0-1kg', '1-2kg', '2-3kg', '3kg+'];
const actions = ['donation.confirmed', 'donation.rejected', 'code.redeemed', 'participant.updated'];
const pickupStates = ['pending', 'scheduled', 'completed', 'cancelled'];
