/** Changes of challenges: what can change once there is progress, when events begin and cease to count, and who takes part. */
import { expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import { challenges } from '@tests/support/challenges';

test('what progress is measured by can change until there is some, and a clone can change in every respect', async () => {
  const club = await challenges();
  const card = await club.challenge({ status: 'DRAFT' });
  const goal = { type: 'COUNT', target: 2, match: { event_types: ['coffee'] } };
  const patch = (body: Record<string, unknown>, id = card.id) => club.api.patch(`/challenges/${id}`, body);
  expect((await patch({ goal: { ...goal, target: 5 } })).status).toBe(200);
  expect((await patch({ status: 'ACTIVE' })).body).toMatchObject({ status: 'ACTIVE', goal: { target: 5 } });
  expect((await patch({ goal })).body).toMatchObject({ goal: { target: 2 } });
  await club.happens('coffee');
  for (const change of [
    { goal: { ...goal, target: 3 } },
    { period: 'DAY' },
    { audience: 'event.x' },
    { repeat: { max: 2 } },
    { starts_at: '2026-01-01T00:00:00Z' },
  ])
    expect(await patch(change)).toMatchObject({ status: 409, body: { code: 'challenge_has_progress' } });
  const kept = { name: 'Card', description: 'Two', ends_at: '2100-01-01T00:00:00Z', parts: [50], badge: { name: 'Two', icon: 'star' } };
  expect(await patch({ ...kept, goal })).toMatchObject({ status: 200, body: { name: 'Card', parts: [50], goal: { target: 2 } } });
  expect(await patch({ parts: [] })).toMatchObject({ status: 409, body: { code: 'challenge_has_progress', param: 'parts' } });
  const { status, body } = await club.api.post<{ id: string }>(`/challenges/${card.id}/clone`, { key: 'other' });
  expect([status, body]).toMatchObject([201, { key: 'other', status: 'DRAFT', goal: { target: 2 }, badge: { name: 'Two' } }]);
  expect((await patch({ period: 'DAY' }, body.id)).status).toBe(200);
});

test('events count from the start of a challenge to its pause, and not any more once it is archived', async () => {
  const club = await challenges();
  const card = await club.challenge({ status: 'DRAFT', goal: { type: 'COUNT', target: 100, match: { event_types: ['coffee'] } } });
  const move = async (status: string) => expect((await club.api.patch(`/challenges/${card.id}`, { status })).status).toBe(200);
  await club.happens('coffee');
  await move('ACTIVE');
  await club.happens('coffee');
  await move('PAUSED');
  await club.happens('coffee');
  await move('ACTIVE');
  await club.happens('coffee');
  expect(await club.progress()).toMatchObject({ progress: '2' });
  expect((await club.api.delete(`/challenges/${card.id}`)).status).toBe(204);
  await club.happens('coffee');
  const [row] = await statement('SELECT progress::int AS progress FROM challenge_progress WHERE organization_id = $1', [club.id]);
  expect(row).toEqual({ progress: 2 });
  expect(await club.api.patch(`/challenges/${card.id}`, { name: 'X' })).toMatchObject({ status: 400, body: { code: 'invalid_status' } });
});

test('a challenge of a campaign counts while the campaign runs, by the time of the event', async () => {
  const club = await challenges();
  const { body: campaign } = await club.api.post<{ id: string }>('/campaigns', {
    program_id: club.program.id,
    name: 'Spring',
    status: 'ACTIVE',
    starts_at: '2026-03-01T00:00:00Z',
    ends_at: '2026-04-01T00:00:00Z',
  });
  await club.challenge({ campaign_id: campaign.id });
  for (const at of ['2026-02-28T23:59:59Z', '2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z'])
    await club.happens('coffee', {}, { event_timestamp: at });
  expect(await club.progress()).toMatchObject({ progress: '1' });
  expect((await club.api.post(`/campaigns/${campaign.id}/end`, {})).status).toBeLessThan(500);
});

test('what contradicts itself is refused with every field at fault', async () => {
  const club = await challenges();
  const send = async (body: Record<string, unknown>) => {
    const answer = await club.api.post('/challenges', {
      program_id: club.program.id,
      key: 'x',
      name: 'X',
      goal: { type: 'COUNT', target: 1, match: { event_types: ['a'] } },
      ...body,
    });
    return { status: answer.status, fields: (answer.body.fields as { field: string }[] | undefined)?.map(({ field }) => field) };
  };
  const streak = { type: 'STREAK', target: 8, unit: 'DAY', match: { event_types: ['a'], condition: 'event.x >' } };
  expect(await send({ goal: streak, period: 'WEEK', audience: 'foo.bar', parts: [50, 25] })).toEqual({
    status: 400,
    fields: ['audience', 'goal.match.condition', 'goal.target', 'parts[1]'],
  });
  const takeBack = { match: { event_types: ['r'] }, reference: 'participant.id', original_reference: 'event.o', amount: 'event.amount' };
  expect(await send({ take_back: takeBack, starts_at: '2027-01-01T00:00:00Z', ends_at: '2026-01-01T00:00:00Z' })).toEqual({
    status: 400,
    fields: ['take_back.reference', 'take_back.amount', 'ends_at'],
  });
  await club.challenge({ key: 'x' });
  expect(await send({})).toMatchObject({ status: 409 });
});

test('those whom the audience excludes are told of the challenge only if they have progress', async () => {
  const club = await challenges();
  await club.challenge({ audience: '"gold" in participant.tags' });
  await club.api.post('/participants', { external_id: 'ada', tags: ['gold'] });
  for (const external_id of ['ada', 'bob']) await club.happens('tea', {}, { external_id });
  const of = async (who: string) => (await club.api.get<{ data: unknown[] }>(`/participants/ext:${who}/challenges`)).body.data.length;
  expect([await of('ada'), await of('bob')]).toEqual([1, 0]);
});

test('participants are ranked by progress and by who completed first, and the challenge is reported', async () => {
  const club = await challenges();
  const card = await club.challenge({ parts: [50] });
  for (const [who, cups] of [
    ['ada', 3],
    ['bob', 2],
    ['cid', 1],
    ['dan', 3],
  ] as const)
    for (let cup = 0; cup < cups; cup++) await club.happens('coffee', {}, { external_id: who });
  const ranked = async (query: string) => {
    const names: string[] = [];
    for (let cursor = ''; ;) {
      const { body } = await club.api.get<{ data: { external_id: string }[]; pagination: { next_cursor: string | null } }>(
        `/challenges/${card.id}/participants?limit=2${query}${cursor}`,
      );
      names.push(...body.data.map(({ external_id }) => external_id));
      if (body.pagination.next_cursor === null) return names;
      cursor = `&cursor=${body.pagination.next_cursor}`;
    }
  };
  const byProgress = await ranked('');
  expect([byProgress.slice(0, 2).sort(), byProgress.slice(2)]).toEqual([
    ['ada', 'dan'],
    ['bob', 'cid'],
  ]);
  expect(await ranked('&sort_by=completed_at&sort_dir=asc')).toEqual(['ada', 'dan']);
  expect(await ranked('&completed=false')).toEqual(['bob', 'cid']);
  const { body } = await club.api.get(`/challenges/${card.id}/performance`);
  expect(body).toMatchObject({
    participants: 4,
    parts: [
      { part: 50, participants: 3 },
      { part: 100, participants: 2 },
    ],
    completions: 2,
    revoked: 0,
    days: [{ completions: 2 }],
  });
});
