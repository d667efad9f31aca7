/** What the database itself refuses for redemptions and rewards, whoever asks. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Redemption } from '@/contract/redemption';
import type { Reward } from '@/contract/reward';
import { statement } from '@/server/db/transaction';
import { shop, type TestShop } from '@tests/support/redemptions';

const RESTRICTED = { code: '23001' };
const check = (constraint: string) => ({ code: '23514', constraint });

let club: TestShop;
let reward: Reward;
let done: Redemption;
let pending: Redemption;

beforeEach(async () => {
  club = await shop();
  reward = await club.reward({ max_total: 3, max_per_participant: 3 });
  done = await club.ordered(reward, { quantity: 2 });
  pending = await club.reserved();
});

const set = (id: string, assignment: string) => statement(`UPDATE redemptions SET ${assignment} WHERE id = $1`, [id]);

describe('a redemption', () => {
  test.each([
    ['goes back to PENDING', `status = 'PENDING'`],
    ['fails after it was completed', `status = 'FAILED', failure_reason = 'x'`],
    ['stays as it is while something is written', `failure_reason = NULL`],
    ['changes its amount', `amount = 21, status = 'PARTIALLY_REVERSED', reversed_amount = 1`],
    ['changes whose it is', `participant_id = gen_random_uuid(), status = 'PARTIALLY_REVERSED', reversed_amount = 1`],
    ['changes what it was for', `quantity = 1, unit_cost = 20, status = 'PARTIALLY_REVERSED', reversed_amount = 1`],
  ])('never %s', async (_, assignment) => {
    await expect(set(done.id, assignment)).rejects.toMatchObject(check('redemptions_move_on'));
  });

  test('never reverses less than before', async () => {
    await club.reverse(done, { amount: '5' });
    await expect(set(done.id, `status = 'PARTIALLY_REVERSED', reversed_amount = 4`)).rejects.toMatchObject(check('redemptions_move_on'));
  });

  test.each([
    [
      'is released when it was captured',
      `status = 'COMPLETED', resolved_at = now(), capture_journal_entry_id = journal_entry_id, captured_at = now(), release_journal_entry_id = journal_entry_id, released_amount = 1`,
      'redemptions_release',
    ],
    ['is completed without a capture', `status = 'COMPLETED', resolved_at = now()`, 'redemptions_capture'],
    ['ends without a time', `status = 'CANCELLED'`, 'redemptions_resolution'],
    ['fails without a reason', `status = 'FAILED', resolved_at = now()`, 'redemptions_failure'],
    ['is released without an entry', `status = 'CANCELLED', resolved_at = now(), released_amount = 1`, 'redemptions_release'],
  ])('that is pending never %s', async (_, assignment, constraint) => {
    await expect(set(pending.id, assignment)).rejects.toMatchObject(check(constraint));
  });

  test('is reversed exactly as far as its state says', async () => {
    await expect(set(done.id, `status = 'FULLY_REVERSED', reversed_amount = 5`)).rejects.toMatchObject(check('redemptions_reversal'));
    await expect(set(done.id, `status = 'PARTIALLY_REVERSED', reversed_amount = 0`)).rejects.toMatchObject(check('redemptions_reversal'));
    await expect(set(done.id, `status = 'FULLY_REVERSED', reversed_amount = amount, reversed_quantity = 1`)).rejects.toMatchObject(
      check('redemptions_reversal'),
    );
  });

  test('and its reversals are never deleted', async () => {
    await club.reverse(done, { amount: '5' });
    await expect(statement('DELETE FROM redemptions WHERE id = $1', [pending.id])).rejects.toMatchObject(RESTRICTED);
    await expect(statement('DELETE FROM redemption_reversals WHERE redemption_id = $1', [done.id])).rejects.toMatchObject(RESTRICTED);
  });
});

/** Another redemption of the reward, written bypassing the service. */
const copy = (quantity: number) =>
  statement(
    `WITH entry AS (SELECT id FROM journal_entries WHERE organization_id = $1 AND type = 'CREDIT')
     INSERT INTO redemptions (id, organization_id, program_id, participant_id, asset_id, amount, target, status, reward_id, quantity, unit_cost, reversed_quantity, journal_entry_id, created_at, updated_at)
     SELECT gen_random_uuid(), organization_id, program_id, participant_id, asset_id, 10 * $3::int, target, 'COMPLETED', reward_id, $3, 10, 0, (SELECT id FROM entry), created_at, updated_at
     FROM redemptions WHERE id = $2`,
    [club.id, done.id, quantity],
  );

describe('the count of a reward', () => {
  test('is written by nobody and begins at nothing', async () => {
    await expect(statement('UPDATE rewards SET redeemed_count = 0 WHERE id = $1', [reward.id])).rejects.toMatchObject(RESTRICTED);
    await expect(
      statement(
        `INSERT INTO rewards (id, organization_id, program_id, asset_id, name, redemption_type, redeemed_count, created_at, updated_at)
         SELECT gen_random_uuid(), organization_id, program_id, asset_id, 'Other', 'AMOUNT_BASED', 1, now(), now() FROM rewards WHERE id = $1`,
        [reward.id],
      ),
    ).rejects.toMatchObject(RESTRICTED);
  });

  test('never exceeds max_total, whoever writes a redemption', async () => {
    await expect(copy(2)).rejects.toMatchObject(check('rewards_within_max_total'));
  });

  test('never exceeds max_per_participant for one participant', async () => {
    await club.api.patch(`/programs/${club.program.id}/rewards/${reward.id}`, { max_total: 9 });
    await expect(copy(2)).rejects.toMatchObject(check('rewards_within_max_per_participant'));
  });

  test('follows a redemption that is written', async () => {
    await copy(1);
    expect((await club.readReward(reward)).redeemed_count).toBe(3);
  });
});

test('a reward costs an asset that its program links', async () => {
  await expect(statement('DELETE FROM program_assets WHERE program_id = $1', [club.program.id])).rejects.toMatchObject({ code: '23503' });
});
