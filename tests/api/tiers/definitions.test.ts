import { expect, test } from 'vitest';
import { organization } from '@tests/support/api';
import { level, LEVELS, tierClub } from '@tests/support/tiers';

const LIFECYCLE = {
  retention: { mode: 'PERIOD_BASED', duration: '365d' },
  qualification_period: { type: 'FIXED_YEAR', start_month: 4, start_day: 1 },
  status_validity: { extend_months: 2 },
  downgrade_policy: { mode: 'DROP_ONE', grace_days: 30, min_level: 'silver' },
  counters: { qualifying: ['points'], rollover: 'EXCESS' },
};

test('a tier reads back as it was made, levels by rank, thresholds as decimal strings, defaults spelled out', async () => {
  const club = await tierClub(null);
  const fancy = {
    ...level('gold', 2, '1000.50'),
    display_name: 'Gold',
    benefits: ['Lounge'],
    color: '#ffd700',
    icon_url: 'https://example.com/gold.svg',
  };
  const made = await club.createTier({
    description: 'Who flies most',
    levels: [fancy, { key: 'member', rank: 0 }],
    lifecycle: { ...LIFECYCLE, downgrade_policy: { mode: 'HOLD' } },
  });
  expect(made).toMatchObject({ status: 201, headers: { location: `/v1${club.tierPath}/status` } });
  expect(made.body).toMatchObject({
    program_id: club.program.id,
    key: 'status',
    name: 'Status',
    description: 'Who flies most',
    status: 'ACTIVE',
    levels: [
      { key: 'member', rank: 0, display_name: null, benefits: [], color: null, icon_url: null, qualification: null },
      { ...fancy, qualification: { mode: 'ALL', criteria: [{ counter: 'points', operator: 'GTE', threshold: '1000.5' }] } },
    ],
    lifecycle: { ...LIFECYCLE, downgrade_policy: { mode: 'HOLD', grace_days: null, min_level: null } },
    deleted_at: null,
  });
  expect((await club.api.get(`${club.tierPath}/status`)).body).toEqual(made.body);
  const plain = await club.createTier({ key: 'plain', lifecycle: {} });
  expect(plain.body.lifecycle).toEqual({
    retention: null,
    qualification_period: { type: 'NONE', start_month: null, start_day: null },
    status_validity: { extend_months: 0 },
    downgrade_policy: { mode: 'DROP_TO_QUALIFYING', grace_days: null, min_level: null },
    counters: { qualifying: [], rollover: 'NONE' },
  });
  expect((await club.createTier({ key: 'bare' })).body.lifecycle).toBeNull();
  const keys = async (query: string) =>
    (await club.api.get<{ data: { key: string }[] }>(`${club.tierPath}?sort_dir=asc&${query}`)).body.data.map(({ key }) => key);
  expect(await keys('sort_by=key')).toEqual(['bare', 'plain', 'status']);
});

test('a key is unique in its program, archived tiers included', async () => {
  const club = await tierClub();
  expect(await club.createTier()).toMatchObject({ status: 409, body: { code: 'key_exists', param: 'key' } });
  await club.patchTier({ status: 'ARCHIVED' });
  expect(await club.createTier()).toMatchObject({ status: 409, body: { code: 'key_exists' } });
  const other = (await club.api.post<{ id: string }>('/programs', { name: 'Tea club' })).body.id;
  expect((await club.api.post(`/programs/${other}/tiers`, { key: 'status', name: 'Status', levels: LEVELS })).status).toBe(201);
});

test('the same request under one Idempotency-Key makes one tier', async () => {
  const club = await tierClub(null);
  const create = () => club.api.post(club.tierPath, { key: 'status', name: 'Status', levels: LEVELS }, { 'idempotency-key': 'once' });
  const [first, second] = [await create(), await create()];
  expect(second).toMatchObject({ status: 201, body: first.body });
});

test.each([
  [{ key: 'Status' }, 'key'],
  [{ key: '1st' }, 'key'],
  [{ levels: [] }, 'levels'],
  [{ levels: [level('a', 1, 1), level('a', 2, 2)] }, 'levels[1].key'],
  [{ levels: [level('a', 1, 1), level('b', 1, 2)] }, 'levels[1].rank'],
  [{ levels: [{ key: 'a', rank: 1, qualification: { mode: 'ALL', criteria: [] } }] }, 'levels[0].qualification.criteria'],
  [{ levels: [level('a', 1, 'much')] }, 'levels[0].qualification.criteria[0].threshold'],
  [{ levels: [{ ...level('a', 1, 1), icon_url: 'javascript:alert(1)' }] }, 'levels[0].icon_url'],
  [{ lifecycle: { qualification_period: { type: 'FIXED_YEAR', start_month: 4 } } }, 'lifecycle.qualification_period.start_day'],
  [
    { lifecycle: { qualification_period: { type: 'FIXED_YEAR', start_month: 2, start_day: 29 } } },
    'lifecycle.qualification_period.start_day',
  ],
  [{ lifecycle: { qualification_period: { type: 'CALENDAR_YEAR', start_month: 4 } } }, 'lifecycle.qualification_period.start_month'],
  [{ lifecycle: { retention: { mode: 'PERIOD_BASED', duration: 'long' } } }, 'lifecycle.retention.duration'],
  [{ lifecycle: { downgrade_policy: { mode: 'DROP_ONE', min_level: 'bronze' } } }, 'lifecycle.downgrade_policy.min_level'],
])('a tier with %.120j is a validation_error of %s', async (tier, param) => {
  const club = await tierClub(null);
  expect(await club.createTier(tier)).toMatchObject({ status: 400, body: { code: 'validation_error', param } });
});

test('a patch changes what it names, and the key and the program stay', async () => {
  const club = await tierClub({ lifecycle: LIFECYCLE });
  expect((await club.patchTier({ name: 'Level', description: 'New' })).body).toMatchObject({
    key: 'status',
    name: 'Level',
    description: 'New',
    lifecycle: LIFECYCLE,
  });
  expect((await club.patchTier({ lifecycle: null })).body).toMatchObject({ name: 'Level', lifecycle: null });
  expect((await club.patchTier({ levels: LEVELS })).status).toBe(200);
  expect(await club.patchTier({ key: 'other' })).toMatchObject({ status: 400, body: { code: 'validation_error' } });
  expect(await club.api.patch(`${club.tierPath}/absent`, {})).toMatchObject({ status: 404, body: { code: 'not_found', param: 'key' } });
});

test('min_level must be a level, whichever of the two is changed', async () => {
  const club = await tierClub({ lifecycle: LIFECYCLE });
  for (const change of [{ levels: LEVELS.slice(1) }, { lifecycle: { downgrade_policy: { mode: 'HOLD', min_level: 'wood' } } }]) {
    expect(await club.patchTier(change)).toMatchObject({
      status: 400,
      body: { code: 'validation_error', param: 'lifecycle.downgrade_policy.min_level' },
    });
  }
});

test('a level that somebody has keeps its key and rank', async () => {
  const club = await tierClub();
  await club.place({ level: 'gold' });
  for (const levels of [LEVELS.filter(({ key }) => key !== 'gold'), [level('silver', 1, 100), level('gold', 7, 1000)]]) {
    expect(await club.patchTier({ levels })).toMatchObject({ status: 422, body: { code: 'unprocessable', details: { levels: ['gold'] } } });
  }
  expect((await club.patchTier({ levels: [level('gold', 2, 999)] })).status).toBe(200);
});

test('an archived tier is final, out of the list unless asked for, and takes nobody', async () => {
  const club = await tierClub();
  await club.earn(150);
  expect((await club.patchTier({ status: 'ARCHIVED' })).body).toMatchObject({ status: 'ARCHIVED', deleted_at: expect.any(String) });
  expect((await club.patchTier({ status: 'ARCHIVED' })).status).toBe(200);
  for (const change of [{ name: 'x' }, { status: 'ACTIVE' }])
    expect(await club.patchTier(change)).toMatchObject({ status: 400, body: { code: 'invalid_status' } });
  const listed = async (query: string) => (await club.api.get<{ data: unknown[] }>(`${club.tierPath}${query}`)).body.data.length;
  expect([await listed(''), await listed('?include_archived=true'), await listed('?status=ARCHIVED')]).toEqual([0, 1, 1]);
  await club.earn(5_000);
  expect(await club.level()).toBe('silver');
  expect(await club.place({ level: 'gold' })).toMatchObject({ status: 422, body: { code: 'unprocessable' } });
});

test.each([
  ['a condition', { condition: '"status" in participant.tiers && participant.tiers.status.rank > 1' }],
  ['a template', { amount: '{{ participant.tiers["status"].rank * 10 }}' }],
])('a tier that %s of a live rule reads cannot be archived, and can once the rule is', async (_, rule) => {
  const club = await tierClub();
  const { id, name } = await club.addRule({ name: 'By status', ...rule });
  await club.addRule({ condition: 'participant.tiers.other.rank > 1' });
  expect(await club.patchTier({ status: 'ARCHIVED' })).toMatchObject({
    status: 409,
    body: { code: 'tier_referenced_by_rules', details: { rules: [{ id, name, status: 'ACTIVE' }] } },
  });
  await club.api.patch(`/rules/${id}`, { status: 'SUSPENDED' });
  expect(await club.patchTier({ status: 'ARCHIVED' })).toMatchObject({
    status: 409,
    body: { details: { rules: [{ id, status: 'SUSPENDED' }] } },
  });
  await club.api.patch(`/rules/${id}`, { status: 'ARCHIVED' });
  expect((await club.patchTier({ status: 'ARCHIVED' })).status).toBe(200);
});

test('tiers belong to their program and organization, and an archived program keeps its own', async () => {
  const club = await tierClub();
  const stranger = await organization();
  for (const path of [club.tierPath, `${club.tierPath}/status`]) expect((await stranger.api.get(path)).status).toBe(404);
  await club.api.patch(`/programs/${club.program.id}`, { status: 'ARCHIVED' });
  expect(await club.createTier({ key: 'late' })).toMatchObject({ status: 409, body: { code: 'program_archived' } });
  expect(await club.patchTier({ name: 'x' })).toMatchObject({ status: 409, body: { code: 'program_archived' } });
});
