import { beforeEach, expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import { tierClub, type TestTier } from '@tests/support/tiers';

let club: TestTier;

beforeEach(async () => {
  club = await tierClub();
  await club.earn(150);
});

const refused = async (sql: string, code: string) => expect(statement(sql, [club.id, club.participant.id])).rejects.toMatchObject({ code });

test.each([
  ['a window without a length', `UPDATE state_counters SET resets_at = now() WHERE organization_id = $1 AND subject_id = $2`],
  ['a length that is none', `UPDATE state_counters SET reset_after_ms = 0 WHERE organization_id = $1 AND subject_id = $2`],
  [
    'a window together with a reset',
    `UPDATE state_counters SET window_ms = 1, marks = '[]', reset_after_ms = 1 WHERE organization_id = $1 AND subject_id = $2`,
  ],
  ['a window that holds nothing known', `UPDATE state_counters SET window_ms = 1 WHERE organization_id = $1 AND subject_id = $2`],
  ['a window that is none', `UPDATE state_counters SET window_ms = 0, marks = '[]' WHERE organization_id = $1 AND subject_id = $2`],
  ['a counter without a name', `UPDATE state_counters SET key = '' WHERE organization_id = $1 AND subject_id = $2`],
  ['a grace without an end', `UPDATE state_tiers SET in_grace = true WHERE organization_id = $1 AND subject_id = $2`],
  ['a program in a tier of another', `UPDATE state_tiers SET subject_type = 'PROGRAM' WHERE organization_id = $1 AND subject_id = $2`],
  ['a tier key that no expression can name', `UPDATE tiers SET key = 'Status 1' WHERE organization_id = $1 AND $2::uuid IS NOT NULL`],
  [
    'an archived tier that is due',
    `UPDATE tiers SET status = 'ARCHIVED', deleted_at = now(), due_at = now() WHERE organization_id = $1 AND $2::uuid IS NOT NULL`,
  ],
])('%s is refused by the database', (_, sql) => refused(sql, '23514'));

test.each([
  ['a level of a tier that does not exist', `UPDATE state_tiers SET tier = 'other' WHERE organization_id = $1 AND subject_id = $2`],
  [
    'a tier of another organization',
    `UPDATE state_tiers SET organization_id = gen_random_uuid() WHERE organization_id = $1 AND subject_id = $2`,
  ],
  ['the removal of a tier in which somebody stands', `DELETE FROM tiers WHERE organization_id = $1 AND $2::uuid IS NOT NULL`],
])('%s is refused by the database', (_, sql) => refused(sql, '23503'));
