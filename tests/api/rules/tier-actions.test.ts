/** What rules do to levels: set by SET_TIER, or reached through the counters they change. */
import { describe, expect, test } from 'vitest';
import type { ParticipantDetail } from '@/contract/participant';
import { envelopes } from '@tests/support/ledger';
import { actionProgram } from '@tests/support/rules';
import { LEVELS } from '@tests/support/tiers';

async function tierProgram() {
  const made = await actionProgram();
  const created = await made.api.post(`/programs/${made.program.id}/tiers`, { key: 'status', name: 'Status', levels: LEVELS });
  if (created.status !== 201) throw new Error(JSON.stringify(created.body));
  await made.api.post('/webhook-endpoints', { url: 'http://127.0.0.1:9/hook', enabled_events: ['participant.tier_changed'] });
  const levelOf = async () => {
    const { status, body } = await made.api.get<{ level: string }>(
      `/participants/ext:ada/state/tiers/status?program_id=${made.program.id}`,
    );
    return status === 200 ? body.level : null;
  };
  const announced = async () => (await envelopes(made.id)).map(({ data }) => data);
  return { ...made, levelOf, announced };
}

describe('SET_TIER', () => {
  test('gives a level and takes it away, later rules read it, and each change is told of once', async () => {
    const { id, program, on, addRule, happen, outcomes, levelOf, announced, person } = await tierProgram();
    await on('promote', { type: 'SET_TIER', tier: 'status', level: 'gold' });
    await addRule({
      condition: 'event.type == "promote" && participant.tiers.status.level == "gold" && participant.tiers.status.rank == 2',
      amount: '1',
    });
    await on('demote', { type: 'SET_TIER', tier: 'status', level: null });
    const promoted = await happen('promote');
    expect(promoted.rule_evaluations.slice(0, 2)).toMatchObject([
      { actions: [{ type: 'SET_TIER', result: 'APPLIED', key: 'status', value: 'gold' }] },
      { status: 'MATCHED' },
    ]);
    expect(await levelOf()).toBe('gold');
    expect(await outcomes('demote')).toMatchObject([{ result: 'APPLIED', value: null }]);
    expect(await levelOf()).toBeNull();
    const ids = { participant_id: (await person()).id, organization_id: id, program_id: program.id, tier: 'status' };
    expect(await announced()).toEqual([
      { ...ids, level: 'gold' },
      { ...ids, level: null },
    ]);
  });

  test('may be about a group or the program', async () => {
    const { on, enroll, group, happen, announced, program, api } = await tierProgram();
    const [bob] = await enroll('bob');
    const team = await group(bob!);
    await on(
      'promote',
      { type: 'SET_TIER', tier: 'status', level: 'silver', target: { type: 'GROUP', id: team.id } },
      { type: 'SET_TIER', tier: 'status', level: 'gold', target: { type: 'PROGRAM' } },
    );
    expect(await happen('promote')).toMatchObject({ status: 'COMPLETED' });
    expect(await announced()).toMatchObject([
      { group_id: team.id, level: 'silver' },
      { program_id: program.id, level: 'gold' },
    ]);
    expect((await api.get(`/groups/${team.id}/state/tiers/status?program_id=${program.id}`)).body).toMatchObject({ level: 'silver' });
  });

  test('of a tier or level that the program does not have is refused when the rule is saved', async () => {
    const { api, program } = await tierProgram();
    const save = (tier: string, level: string) =>
      api.post('/rules', { program_id: program.id, name: 'R', condition: 'true', actions: [{ type: 'SET_TIER', tier, level }] });
    expect(await save('rank', 'gold')).toMatchObject({ status: 400, body: { code: 'validation_error', param: 'actions[0].tier' } });
    expect(await save('status', 'wood')).toMatchObject({ status: 400, body: { code: 'validation_error', param: 'actions[0].level' } });
  });
});

describe('COUNTER', () => {
  test('a counter that reaches a threshold lifts within the same event, for the rules that follow too', async () => {
    const { on, addRule, happen, levelOf, announced } = await tierProgram();
    await on('earn', { type: 'COUNTER', key: 'points', value: '{{ event.points }}' });
    await addRule({
      condition: 'event.type == "earn" && has(participant.tiers.status) && participant.tiers.status.rank >= 2',
      actions: [{ type: 'TAG', tag: 'lifted' }],
    });
    expect((await happen('earn', { points: 99 })).rule_evaluations[1]).toMatchObject({ status: 'NOT_MATCHED' });
    expect((await happen('earn', { points: 901 })).rule_evaluations[1]).toMatchObject({ status: 'MATCHED' });
    expect(await levelOf()).toBe('gold');
    expect((await announced()).map(({ level }) => level)).toEqual(['gold']);
  });

  test('lifts in the tiers of the other programs too in which the participant is enrolled', async () => {
    const { api, on, happen, program } = await tierProgram();
    const other = (await api.post<{ id: string }>('/programs', { name: 'Other' })).body;
    await api.post(`/programs/${other.id}/tiers`, { key: 'elsewhere', name: 'Elsewhere', levels: LEVELS });
    const { body: ada } = await api.post<ParticipantDetail>('/participants', { external_id: 'ada', program_id: other.id });
    await on('earn', { type: 'COUNTER', key: 'points', value: 150 });
    await happen('earn');
    const at = async (programId: string, tier: string) =>
      (await api.get(`/participants/${ada.id}/state/tiers/${tier}?program_id=${programId}`)).body;
    expect(await at(other.id, 'elsewhere')).toMatchObject({ level: 'silver', program_id: other.id });
    expect(await at(program.id, 'status')).toMatchObject({ level: 'silver' });
  });

  test('an event that fails lifts nobody and tells nobody', async () => {
    const { on, happen, levelOf, announced } = await tierProgram();
    await on('earn', { type: 'COUNTER', key: 'points', value: 5000 }, { type: 'DEBIT', amount: '1' });
    expect(await happen('earn')).toMatchObject({ status: 'FAILED' });
    expect(await levelOf()).toBeNull();
    expect(await announced()).toEqual([]);
  });
});
