/** What rules see of the groups of the actor. */
import { expect, test } from 'vitest';
import { statement, withTransaction } from '@/server/db/transaction';
import { groupIn, participants } from '@tests/support/groups';
import { processDueEvents } from '@tests/support/jobs';
import { programWithAsset } from '@tests/support/programs';

async function team() {
  const club = await programWithAsset({ symbol: 'PTS' });
  const made = await groupIn(club.api);
  const credit = (amount: string) =>
    club.api.post(`/groups/${made.group.id}/balances/adjust`, {
      program_id: club.program.id,
      asset_id: club.asset.id,
      type: 'CREDIT',
      amount,
      description: 'Test',
    });
  const verdict = async (condition: string, external_id = 'ada') => {
    await club.addRule({ condition });
    const { rule_evaluations } = await club.sendAndProcess({ external_id });
    return rule_evaluations.at(-1)!;
  };
  return { ...club, ...made, credit, verdict };
}

test('a condition reads id, name and role of each group of the actor', async () => {
  const { verdict, group } = await team();
  expect(
    await verdict(`groups.size() == 1 && groups[0].id == "${group.id}" && groups.exists(g, g.name == "Baristas" && g.role == "ADMIN")`),
  ).toMatchObject({ status: 'MATCHED' });
  expect(await verdict('groups.exists(g, g.role == "ADMIN")', 'bob')).toMatchObject({ status: 'NOT_MATCHED' });
  expect(await verdict('groups.size() == 0', 'eve')).toMatchObject({ status: 'MATCHED' });
});

test('the balances of a group are read by symbol, zeros included, and templates read groups too', async () => {
  const { verdict, credit, addRule, sendAndProcess, available } = await team();
  expect(await verdict('groups[0].balances.PTS.available == 0')).toMatchObject({ status: 'MATCHED' });
  await credit('40');
  expect(await verdict('groups[0].balances.PTS.available == 40')).toMatchObject({ status: 'MATCHED' });
  const before = Number(await available('bob'));
  await addRule({ condition: 'event.type == "share"', amount: '{{ groups[0].balances.PTS.available * 0.25 }}' });
  const { rule_evaluations } = await sendAndProcess({ external_id: 'bob', event_data: { type: 'share' } });
  expect(rule_evaluations.at(-1)).toMatchObject({ status: 'MATCHED', actions: [{ result: 'APPLIED', amount: '10.00' }] });
  expect(Number(await available('bob'))).toBeGreaterThanOrEqual(before + 10);
});

test('tags and attributes of a group are read, an absent counter is 0', async () => {
  const { verdict, group, id } = await team();
  await statement(
    `INSERT INTO state_tags (organization_id, subject_type, subject_id, tag, created_at) VALUES ($1, 'GROUP', $2, 'core', now())`,
    [id, group.id],
  );
  await statement(
    `INSERT INTO state_attributes (organization_id, subject_type, subject_id, key, value, updated_at) VALUES ($1, 'GROUP', $2, 'city', '"Turin"', now())`,
    [id, group.id],
  );
  expect(await verdict('groups.exists(g, "core" in g.tags && g.attributes.city == "Turin" && g.counters.wins == 0)')).toMatchObject({
    status: 'MATCHED',
  });
});

test('a group that is archived or was left is not seen, and those of the recipient are not either', async () => {
  const { verdict, remove, archive, sendAndProcess } = await team();
  await remove('ext:bob');
  expect(await verdict('groups.size() == 0', 'bob')).toMatchObject({ status: 'MATCHED' });
  const forAda = await sendAndProcess({ external_id: 'bob', recipient_external_id: 'ada' });
  expect(forAda.rule_evaluations[0]).toMatchObject({ status: 'MATCHED' });
  await archive();
  expect(await verdict('groups.size() == 0', 'ada')).toMatchObject({ status: 'MATCHED' });
});

test('each actor of a batch sees the groups of its own, oldest first', async () => {
  const { api, addRule, send, id, group } = await team();
  const [max] = await participants(api, 'max');
  await api.post('/groups', { name: 'Roasters', members: [{ participant_id: max, role: 'ADMIN' }] });
  await api.post(`/groups/${group.id}/members`, { participant_id: max });
  await addRule({ condition: 'groups.map(g, g.name).size() > 0 && event.names == groups.map(g, g.name)' });
  const sent = [
    await send({ external_id: 'ada', event_data: { names: ['Baristas'] } }),
    await send({ external_id: 'max', event_data: { names: ['Baristas', 'Roasters'] } }),
  ];
  expect(await processDueEvents(id)).toBe(2);
  for (const event of sent) {
    expect((await api.get<{ rule_evaluations: unknown[] }>(`/events/${event.id}`)).body.rule_evaluations).toMatchObject([
      { status: 'MATCHED' },
    ]);
  }
});

test('events of a program whose rules ask for no group never wait for the balance of one', async () => {
  const { credit, addRule, sendAndProcess, group } = await team();
  await credit('1');
  await addRule({ condition: 'participant.external_id == "ada"' });
  await withTransaction(async (tx) => {
    await tx.query('SELECT 1 FROM balances WHERE account_id = $1 FOR UPDATE', [group.id]);
    expect(await sendAndProcess({ external_id: 'ada' })).toMatchObject({ status: 'COMPLETED' });
  });
});
