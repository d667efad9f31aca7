/** Challenges, settings of notices, referral programs, batches of codes and leaderboards are kept in a repository with the rules: exported, applied, compared. */
import { expect, test } from 'vitest';
import type { Challenge } from '@/contract/challenge';
import type { CodeBatch } from '@/contract/code-batch';
import type { NoticeSetting } from '@/contract/notice-setting';
import type { PortableRuleConfiguration, RuleConfigurationChange } from '@/contract/rule-configuration';
import { RICH } from '@tests/support/program-configuration';
import { configured, NOTHING, sizes } from '@tests/support/rule-configuration';

const CAMPAIGN = RICH.rule_sets.filter(({ key }) => key === 'empty');
const { challenges, notices, referral_programs, code_batches, leaderboards } = RICH;
const PARTS = { challenges, notices, referral_programs, code_batches, leaderboards };

/** A program with the assets and the tier that the parts name. */
async function kept() {
  const made = await configured({ symbol: 'PTS', scale: 2, inventory_mode: 'LOT' });
  const [tier] = RICH.tiers;
  expect((await made.api.post(`/programs/${made.program.id}/tiers`, tier)).status).toBe(201);
  const exported = async () => (await made.api.get<PortableRuleConfiguration>(`${made.path}/export`)).body;
  const of = async <T>(path: string) =>
    (await made.api.get<{ data: T[] }>(`${path}?program_id=${made.program.id}&include_archived=true`)).body.data;
  return { ...made, exported, of };
}

const told = ({ parts }: RuleConfigurationChange) => parts.map(({ section, change, key }) => `${change} ${section} ${key}`);

test('a document makes what it has, exports unchanged, changes nothing when it is applied again, and means the same in another program', async () => {
  const [one, two] = [await kept(), await kept()];
  const made = await one.change(CAMPAIGN, PARTS);
  expect(told(made)).toEqual([
    'CREATED challenges card',
    'CREATED challenges steps',
    'CREATED notices expiring',
    'CREATED notices nearly-gold',
    'CREATED referral_programs friends',
    'CREATED code_batches made',
    'CREATED code_batches shared',
    'CREATED leaderboards most-cards',
    'CREATED leaderboards most-points',
    'CREATED leaderboards most-visits',
  ]);
  const document = await one.exported();
  expect(document).toMatchObject(JSON.parse(JSON.stringify(PARTS)));
  const { rule_sets, ...parts } = document;
  const again = await one.change(rule_sets, parts);
  expect([sizes(again), again.parts]).toEqual([NOTHING, []]);
  await two.change(rule_sets, parts);
  expect(await two.exported()).toEqual(document);
  const [set] = (await two.read()).rule_sets;
  expect((await two.of<Challenge>('/challenges')).map(({ campaign_id }) => campaign_id).sort()).toEqual([set!.id, null]);
});

test('what differs is changed and told in sentences; a section that is not sent stays, and what a section leaves out is archived', async () => {
  const club = await kept();
  await club.change(CAMPAIGN, PARTS);
  const before = await club.exported();
  expect(told(await club.change(before.rule_sets))).toEqual([]);
  const [card] = before.challenges;
  const change = await club.change(before.rule_sets, {
    challenges: [{ ...card, name: 'Big card', ends_at: '2032-01-01T01:00:00+01:00' }],
    code_batches: [],
    leaderboards: before.leaderboards
      .slice(0, 2)
      .map((board, place) => (place === 0 ? { ...board, prizes: [], ends_at: '2030-06-01T00:00:00Z' } : board)),
    notices: before.notices.map((notice) => ({
      ...notice,
      terms: Object.fromEntries(Object.entries(notice.terms).toReversed()),
      status: 'ACTIVE',
    })),
  });
  expect(told(change)).toEqual([
    'UPDATED challenges card',
    'ARCHIVED challenges steps',
    'UPDATED notices expiring',
    'ARCHIVED code_batches made',
    'ARCHIVED code_batches shared',
    'UPDATED leaderboards most-cards',
    'ARCHIVED leaderboards most-visits',
  ]);
  const [updated, archived, resumed, , , board] = change.parts;
  expect(updated).toMatchObject({
    name: 'Big card',
    changes: expect.arrayContaining([
      { field: 'name', before: 'Coffee card', after: 'Big card' },
      { field: 'ends_at', before: '2031-01-01T00:00:00.000Z', after: '2032-01-01T00:00:00.000Z' },
    ]),
  });
  expect(updated!.changes).toHaveLength(2);
  expect(updated!.sentence).not.toBe(updated!.sentence_before);
  expect(archived).toMatchObject({ name: 'Both of them', sentence_before: null, changes: [] });
  expect(resumed!.changes).toEqual([{ field: 'status', before: 'PAUSED', after: 'ACTIVE' }]);
  expect(board!.changes.map(({ field }) => field).sort()).toEqual(['ends_at', 'prizes']);
  expect([board!.sentence_before, board!.sentence].map((sentence) => sentence!.includes('“Gold”'))).toEqual([true, false]);
  expect(await club.exported()).toMatchObject({ code_batches: [], referral_programs: before.referral_programs });
  expect((await club.of<CodeBatch>('/code-batches')).map(({ status }) => status)).toEqual(['ARCHIVED', 'ARCHIVED']);
});

test('a dry run tells the same and keeps nothing', async () => {
  const club = await kept();
  const dry = await club.change(CAMPAIGN, { ...PARTS, dry_run: true });
  expect(told(dry)).toHaveLength(10);
  expect(await club.exported()).toEqual({
    rule_sets: [],
    challenges: [],
    notices: [],
    referral_programs: [],
    code_batches: [],
    leaderboards: [],
  });
  expect(await club.of<NoticeSetting>('/notice-settings')).toEqual([]);
  const real = await club.change(CAMPAIGN, PARTS);
  expect(real.parts).toEqual(dry.parts);
});

test('each change is in the audit log, by whoever applied the document', async () => {
  const club = await kept();
  await club.change(CAMPAIGN, PARTS);
  const [card] = await club.of<Challenge>('/challenges');
  const { body } = await club.api.get<{ data: { action: string; resource_id: string }[] }>(`/audit-log?resource_id=${card!.id}`);
  expect(body.data).toHaveLength(1);
});

test('what is in use goes on: the codes of a batch stay, and its uses with them', async () => {
  const club = await kept();
  const { body: batch } = await club.api.post<CodeBatch>('/code-batches', {
    program_id: club.program.id,
    key: 'spring',
    name: 'Spring',
    kind: 'SHARED',
    code: 'SPRING',
  });
  const { rule_sets, code_batches: batches } = await club.exported();
  const change = await club.change(rule_sets, { code_batches: [{ ...batches[0], max_total: 5 }] });
  expect(told(change)).toEqual(['UPDATED code_batches spring']);
  expect((await club.api.get<CodeBatch>(`/code-batches/${batch.id}`)).body).toMatchObject({ made: 1, wanted: 1, max_total: 5 });
});

const [CARD, NOTICE, FRIENDS, BATCH, BOARD] = [challenges[0]!, notices[0]!, referral_programs[0]!, code_batches[0]!, leaderboards[0]!];

test.each([
  ['a campaign that is not there', { challenges: [{ ...CARD, campaign: 'none' }] }, 'not_found', 'challenges[0].campaign'],
  [
    'a challenge that would be a draft again',
    { challenges: [challenges[1], { ...CARD, status: 'DRAFT' }] },
    'invalid_status',
    'challenges[1].status',
  ],
  ['a key that stands twice', { challenges: [CARD, CARD] }, 'validation_error', 'challenges[1].key'],
  [
    'an asset that is not linked',
    { notices: [{ ...NOTICE, terms: { ...NOTICE.terms, asset: 'NONE' } }] },
    'asset_not_linked',
    'notices[0].terms.asset',
  ],
  [
    'a notice of another kind',
    { notices: [{ ...NOTICE, terms: { kind: 'INACTIVE', days: 3 } }] },
    'invalid_parameter',
    'notices[0].terms.kind',
  ],
  [
    'a window that is none',
    { referral_programs: [{ ...FRIENDS, active_to: '2029-01-01T00:00:00Z' }] },
    'validation_error',
    'referral_programs[0].active_to',
  ],
  [
    'referrals that change their campaign',
    { referral_programs: [{ ...FRIENDS, campaign: undefined }] },
    'invalid_parameter',
    'referral_programs[0].campaign',
  ],
  ['codes of another length', { code_batches: [{ ...BATCH, length: 10 }] }, 'invalid_parameter', 'code_batches[0].length'],
  [
    'a leaderboard that measures something else',
    { leaderboards: [{ ...BOARD, measure: { type: 'COUNTER', key: 'visits' } }] },
    'invalid_parameter',
    'leaderboards[0].measure',
  ],
  [
    'one that ends before now',
    { leaderboards: [{ ...BOARD, ends_at: '2020-01-01T00:00:00Z' }] },
    'invalid_parameter',
    'leaderboards[0].ends_at',
  ],
  [
    'one of a challenge that is not there',
    { leaderboards: [{ ...BOARD, key: 'x', measure: { type: 'CHALLENGE', challenge: 'no' } }] },
    'not_found',
    'leaderboards[0].measure.challenge',
  ],
  [
    'one of an asset that is not linked',
    { leaderboards: [{ ...BOARD, key: 'x', measure: { type: 'EARNED', asset: 'NONE' } }] },
    'asset_not_linked',
    'leaderboards[0].measure.asset',
  ],
  [
    'one of a group that is not there',
    { leaderboards: [{ ...BOARD, key: 'x', group_id: '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8dff' }] },
    'not_found',
    'leaderboards[0].group_id',
  ],
  ['a condition that is none', { code_batches: [{ ...BATCH, condition: 'event.' }] }, 'validation_error', 'code_batches[0].condition'],
])('%s changes nothing and names the field of the document', async (_, parts, code, param) => {
  const club = await kept();
  await club.change(CAMPAIGN, PARTS);
  const before = await club.exported();
  const sets = [...before.rule_sets, { key: 'more', name: 'More', rules: [] }];
  expect((await club.put(sets, parts)).body).toMatchObject({ code, param });
  expect(await club.exported()).toEqual(before);
});

test('an archived part keeps its key', async () => {
  const club = await kept();
  await club.change(CAMPAIGN, PARTS);
  const { rule_sets } = await club.exported();
  await club.change(rule_sets, { challenges: [] });
  expect((await club.put(rule_sets, { challenges: [CARD] })).body).toMatchObject({ code: 'key_exists', param: 'challenges[0].key' });
});
