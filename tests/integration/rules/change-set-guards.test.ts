/** What the database itself refuses for change sets, whoever asks. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { ChangeSet } from '@/contract/change-set';
import { CHANGE_SET_STATUSES, type ChangeSetStatus } from '@/domain/change-sets/change';
import { statement } from '@/server/db/transaction';
import { drafting, type Drafting } from '@tests/support/change-sets';

const check = (constraint: string) => ({ code: '23514', constraint });

let club: Drafting;
let made: ChangeSet;

beforeEach(async () => {
  club = await drafting();
  made = await club.begin([{ type: 'CREATE_RULE', rule: { name: 'New', condition: 'true', actions: [club.credit('1')] } }]);
});

const write = (assignment: string) => statement(`UPDATE change_sets SET ${assignment} WHERE id = $1`, [made.id]);

/** All that each status needs besides. */
const WITH: Readonly<Record<ChangeSetStatus, string>> = {
  OPEN: 'publish_at = NULL, published_at = NULL, published_version = NULL, reverted_at = NULL, reverted_version = NULL',
  SCHEDULED: 'publish_at = now(), published_at = NULL, published_version = NULL, reverted_at = NULL, reverted_version = NULL',
  PUBLISHED: 'published_at = now(), published_version = 2, reverted_at = NULL, reverted_version = NULL',
  REVERTED: 'reverted_at = now(), reverted_version = 3',
  DISCARDED: 'publish_at = NULL, published_at = NULL, published_version = NULL, reverted_at = NULL, reverted_version = NULL',
};
const NEXT: Readonly<Record<ChangeSetStatus, readonly ChangeSetStatus[]>> = {
  OPEN: ['OPEN', 'SCHEDULED', 'PUBLISHED', 'DISCARDED'],
  SCHEDULED: ['OPEN', 'SCHEDULED', 'PUBLISHED', 'DISCARDED'],
  PUBLISHED: ['REVERTED'],
  REVERTED: [],
  DISCARDED: [],
};
const PATH: Readonly<Record<ChangeSetStatus, readonly ChangeSetStatus[]>> = {
  OPEN: [],
  SCHEDULED: ['SCHEDULED'],
  PUBLISHED: ['PUBLISHED'],
  REVERTED: ['PUBLISHED', 'REVERTED'],
  DISCARDED: ['DISCARDED'],
};
const become = (status: ChangeSetStatus) => write(`status = '${status}', ${WITH[status]}`);

test.each(
  CHANGE_SET_STATUSES.flatMap((from) => CHANGE_SET_STATUSES.filter((to) => !NEXT[from].includes(to)).map((to) => [from, to] as const)),
)('a set never goes from %s to %s', async (from, to) => {
  for (const step of PATH[from]) await become(step);
  await expect(become(to)).rejects.toMatchObject(check('change_sets_move_on'));
});

describe('a set', () => {
  test('never changes what it changes once it is published or scheduled', async () => {
    await become('SCHEDULED');
    await expect(write(`changes = '[]'`)).rejects.toMatchObject(check('change_sets_move_on'));
    await become('PUBLISHED');
    await expect(write(`status = 'REVERTED', ${WITH.REVERTED}, changes = '[]'`)).rejects.toMatchObject(check('change_sets_move_on'));
  });

  test.each([
    ['changes its program', 'program_id = gen_random_uuid()', 'change_sets_move_on'],
    ['changes who began it', 'user_id = gen_random_uuid()', 'change_sets_move_on'],
    ['is scheduled without a time', `status = 'SCHEDULED'`, 'change_sets_scheduled'],
    ['is published without a time', `status = 'PUBLISHED', published_version = 2`, 'change_sets_published'],
    ['is published without a version', `status = 'PUBLISHED', published_at = now()`, 'change_sets_published_version'],
    ['has changes that are no list', `changes = '{}'`, 'change_sets_changes_check'],
  ])('never %s', async (_, assignment, constraint) => {
    await expect(write(assignment)).rejects.toMatchObject(check(constraint));
  });
});
