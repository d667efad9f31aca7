/** What belongs to a program is cloned with it: challenges, settings of notices, referral programs, batches of codes and leaderboards, but never what came of them. */
import { expect, test } from 'vitest';
import type { Campaign } from '@/contract/campaign';
import type { Challenge } from '@/contract/challenge';
import type { CodeBatch } from '@/contract/code-batch';
import type { Leaderboard } from '@/contract/leaderboard';
import type { NoticeSetting } from '@/contract/notice-setting';
import type { ProgramClone, ProgramConfiguration } from '@/contract/program-configuration';
import type { ReferralProgram } from '@/contract/referral-program';
import { generateCodes } from '@/server/services/codes/generate-codes';
import { statement } from '@/server/db/transaction';
import { organization, type AnyBody, type Api } from '@tests/support/api';
import { campaignProgram } from '@tests/support/campaigns';
import { brokenInvariants } from '@tests/support/invariants';
import { RICH } from '@tests/support/program-configuration';

const makeCodes = () => generateCodes({ clock: { now: () => new Date() }, limit: 100, signal: new AbortController().signal });
const clone = (api: Api, body: object) => api.post<ProgramClone & AnyBody>('/sandbox/programs/clone', { name: 'The copy', ...body });

async function made<T>(answer: Promise<{ status: number; body: T }>): Promise<T> {
  const { status, body } = await answer;
  expect([status, status === 201 ? null : body]).toEqual([201, null]);
  return body;
}

async function only<T>(api: Api, path: string, programId: string): Promise<T> {
  const { body } = await api.get<{ data: T[] }>(`${path}?program_id=${programId}`);
  expect(body.data).toHaveLength(1);
  return body.data[0]!;
}

const exported = async (api: Api, id: string) => (await api.get<ProgramConfiguration>(`/programs/${id}/export`)).body;

/** A campaign with one of each, in use. */
async function busy() {
  const club = await campaignProgram();
  const { api, program, asset } = club;
  const campaign = await club.campaign();
  const within = { program_id: program.id, campaign_id: campaign.id };
  const goal = { type: 'COUNT', target: 3, match: { event_types: ['purchase'] } };
  const card = await made(api.post<Challenge>('/challenges', { ...within, key: 'card', name: 'Card', status: 'ACTIVE', goal }));
  await made(api.post('/referral-programs', { ...within, key: 'friends', name: 'Friends', code_prefix: 'ada' }));
  const shared = await made(
    api.post<CodeBatch>('/code-batches', { ...within, key: 'all', name: 'All', kind: 'SHARED', code: 'HELLO', max_total: 9 }),
  );
  const measure = { type: 'CHALLENGE', challenge_id: card.id };
  await made(api.post('/leaderboards', { ...within, key: 'cards', name: 'Cards', measure, period: 'WEEK' }));
  const terms = { kind: 'VALUE_EXPIRES', days_before: 7, asset_id: asset.id };
  await made(api.post('/notice-settings', { program_id: program.id, key: 'soon', name: 'Soon', terms }));
  return { ...club, campaign, shared };
}

test('a clone has a challenge, a setting, a referral program and a batch of its own, in the campaign of its own, and nothing that came of them', async () => {
  const { api, program, campaign, shared } = await busy();
  const copy = await made(clone(api, { source_program_id: program.id }));
  expect(copy.copied).toMatchObject({ challenges: 1, notices: 1, referral_programs: 1, code_batches: 1, leaderboards: 1 });
  expect(copy.skipped).toEqual([{ kind: 'CODES', key: 'all', reason: 'CODES_NOT_COPIED' }]);
  const own = await only<Campaign>(api, '/campaigns', copy.id);
  expect(own.id).not.toBe(campaign.id);
  const challenge = await only<Challenge>(api, '/challenges', copy.id);
  expect(challenge).toMatchObject({ key: 'card', status: 'ACTIVE', campaign_id: own.id });
  expect(await only<ReferralProgram>(api, '/referral-programs', copy.id)).toMatchObject({ code_prefix: 'ADA', campaign_id: own.id });
  expect(await only<NoticeSetting>(api, '/notice-settings', copy.id)).toMatchObject({
    key: 'soon',
    terms: { asset_id: copy.asset_ids[0] },
  });
  const board = await only<Leaderboard>(api, '/leaderboards', copy.id);
  expect(board).toMatchObject({ key: 'cards', campaign_id: own.id, measure: { type: 'CHALLENGE', challenge_id: challenge.id } });
  const batch = await only<CodeBatch>(api, '/code-batches', copy.id);
  expect(batch).toMatchObject({ kind: 'SHARED', max_total: 9, wanted: 0, made: 0, redeemed_count: 0, campaign_id: own.id });
  expect(batch.id).not.toBe(shared.id);
  expect(await exported(api, copy.id)).toEqual(await exported(api, program.id));
});

test('what belongs to a deleted campaign stays behind and is named, since it would run on without it', async () => {
  const { api, program, campaign } = await busy();
  expect((await api.delete(`/campaigns/${campaign.id}`)).status).toBe(204);
  const copy = await made(clone(api, { source_program_id: program.id }));
  expect(copy.copied).toMatchObject({ challenges: 0, notices: 1, referral_programs: 0, code_batches: 0, leaderboards: 0 });
  expect(copy.skipped).toEqual([
    { kind: 'CHALLENGE', key: 'card', reason: 'CAMPAIGN_NOT_AVAILABLE' },
    { kind: 'REFERRAL_PROGRAM', key: 'friends', reason: 'CAMPAIGN_NOT_AVAILABLE' },
    { kind: 'CODE_BATCH', key: 'all', reason: 'CAMPAIGN_NOT_AVAILABLE' },
    { kind: 'LEADERBOARD', key: 'cards', reason: 'CAMPAIGN_NOT_AVAILABLE' },
  ]);
});

test('a setting about an archived asset stays behind and is named', async () => {
  const { api, program, asset } = await busy();
  await api.patch(`/assets/${asset.id}`, { status: 'ARCHIVED' });
  const copy = await made(clone(api, { source_program_id: program.id }));
  expect(copy.skipped).toContainEqual({ kind: 'NOTICE', key: 'soon', reason: 'ASSET_NOT_AVAILABLE' });
});

test('a leaderboard stays behind that is over, or of a challenge, an asset or a group that the copy lacks, and is named', async () => {
  const { api, program, asset } = await busy();
  const board = (key: string, body: object) =>
    made(
      api.post<Leaderboard>('/leaderboards', { program_id: program.id, key, name: key, measure: { type: 'COUNTER', key: 'n' }, ...body }),
    );
  await board('coins', { measure: { type: 'EARNED', asset_id: asset.id }, period: 'WEEK' });
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const over = await board('over', { starts_at: inDays(1), ends_at: inDays(2) });
  await api.post('/sandbox/clock/advance', { by: '3d' });
  expect((await api.get(`/leaderboards/${over.id}`)).body).toMatchObject({ status: 'FROZEN' });
  const { body: ada } = await api.post<{ id: string }>('/participants', { external_id: 'ada' });
  const { body: group } = await api.post<{ id: string }>('/groups', { name: 'Us', members: [{ participant_id: ada.id, role: 'ADMIN' }] });
  await board('ours', { group_id: group.id, period: 'WEEK' });
  const { body: challenges } = await api.get<{ data: Challenge[] }>(`/challenges?program_id=${program.id}`);
  await api.delete(`/challenges/${challenges.data[0]!.id}`);
  await api.patch(`/assets/${asset.id}`, { status: 'ARCHIVED' });
  const document = await exported(api, program.id);
  expect(document.leaderboards.map(({ key }) => key)).toEqual(['ours']);
  const boards = (skipped: ProgramClone['skipped']) =>
    skipped.filter(({ kind }) => kind === 'LEADERBOARD').map(({ key, reason }) => [key, reason]);
  const left = [
    ['cards', 'CHALLENGE_NOT_AVAILABLE'],
    ['coins', 'ASSET_NOT_AVAILABLE'],
    ['over', 'TIME_PASSED'],
  ];
  const copy = await made(clone(api, { source_program_id: program.id }));
  expect([copy.copied.leaderboards, boards(copy.skipped)]).toEqual([1, left]);
  expect(await only<Leaderboard>(api, '/leaderboards', copy.id)).toMatchObject({ key: 'ours', group_id: group.id });
  const { api: elsewhere } = await organization({ mode: 'SANDBOX' });
  const far = await made(clone(elsewhere, { configuration: document }));
  expect([far.copied.leaderboards, boards(far.skipped)]).toEqual([0, [...left, ['ours', 'HOLDER_NOT_FOUND']]]);
});

test('a batch that was copied is given its first codes once, each kind as it is made', async () => {
  const { api } = await organization({ mode: 'SANDBOX' });
  const code_batches = [...RICH.code_batches, { key: 'own', name: 'Own', kind: 'IMPORTED' }].map((batch) => ({
    ...batch,
    status: 'ACTIVE',
  }));
  const copy = await made(clone(api, { configuration: { ...RICH, code_batches } }));
  const { body } = await api.get<{ data: CodeBatch[] }>(`/code-batches?program_id=${copy.id}`);
  const of = (key: string) => body.data.find((batch) => batch.key === key)!;
  const give = (key: string, change: object) => api.patch<CodeBatch & AnyBody>(`/code-batches/${of(key).id}`, change);
  expect(await give('shared', { count: 5 })).toMatchObject({ status: 400, body: { code: 'invalid_request', param: 'count' } });
  expect(await give('made', { code: 'HELLO' })).toMatchObject({ status: 400, body: { code: 'invalid_request', param: 'code' } });
  expect(await give('own', { count: 5 })).toMatchObject({ status: 400, body: { code: 'invalid_request', param: 'count' } });
  expect(await give('shared', { code: 'hello-9' })).toMatchObject({ status: 200, body: { wanted: 1, made: 1, status: 'ACTIVE' } });
  expect(await give('shared', { code: 'again' })).toMatchObject({ status: 400, body: { code: 'invalid_status', param: 'code' } });
  expect(await give('made', { count: 5 })).toMatchObject({ status: 200, body: { wanted: 5, made: 0, status: 'GENERATING' } });
  await makeCodes();
  expect((await api.get(`/code-batches/${of('made').id}`)).body).toMatchObject({ made: 5, status: 'ACTIVE' });
  expect(await give('made', { count: 6 })).toMatchObject({ status: 400, body: { code: 'invalid_status' } });
  expect((await api.get(`/codes/HELLO9?program_id=${copy.id}`)).body).toMatchObject({ code: 'HELLO9', batch_id: of('shared').id });
  const organizationId = (
    await statement<{ organization_id: string }>('SELECT organization_id FROM programs WHERE id = $1', [copy.id])
  )[0]!;
  expect(await brokenInvariants(statement, organizationId.organization_id)).toEqual([]);
});

test.each([
  ['a challenge of a campaign that is not there', 'challenges', { campaign: 'none' }, 'not_found', 'campaign'],
  ['a challenge of a set that is no campaign', 'challenges', { campaign: 'base-earning' }, 'not_found', 'campaign'],
  ['an audience that is none', 'challenges', { audience: 'participant.' }, 'validation_error', 'audience'],
  [
    'an asset that is not there',
    'notices',
    { terms: { kind: 'VALUE_EXPIRES', days_before: 7, asset: 'NONE' } },
    'asset_not_linked',
    'terms.asset',
  ],
  ['a tier that is not there', 'notices', { terms: { kind: 'TIER_AT_RISK', days_before: 7, tier: 'none' } }, 'not_found', 'terms.tier'],
  [
    'an amount beyond the scale',
    'notices',
    { terms: { ...RICH.notices[0]!.terms, min_amount: '0.001' } },
    'invalid_amount',
    'terms.min_amount',
  ],
  ['a window that ends before it begins', 'referral_programs', { active_to: '2029-01-01T00:00:00Z' }, 'validation_error', 'active_to'],
  [
    'a challenge that is not there',
    'leaderboards',
    { measure: { type: 'CHALLENGE', challenge: 'none' } },
    'not_found',
    'measure.challenge',
  ],
  [
    'prizes that share a rank',
    'leaderboards',
    { prizes: [{ from_rank: 2, to_rank: 1, name: 'Gold' }] },
    'validation_error',
    'prizes[0].to_rank',
  ],
  ['a length of codes that are not made', 'code_batches', { kind: 'SHARED' }, 'invalid_request', 'prefix'],
] as const)('%s leaves nothing behind and names the field', async (_, section, change, code, param) => {
  const { api } = await organization({ mode: 'SANDBOX' });
  const parts: readonly object[] = RICH[section];
  const configuration = { ...RICH, [section]: [{ ...parts[0], ...change }] };
  const answer = await clone(api, { configuration });
  expect(answer.body).toMatchObject({ code, param: `configuration.${section}[0].${param}` });
  expect((await api.get<{ data: unknown[] }>('/programs')).body.data).toEqual([]);
});
