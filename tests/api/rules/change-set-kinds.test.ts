/** A change set holds rule sets and automations beside rules: published together, in conflict, rebased and taken back as rules are. */
import { describe, expect, test } from 'vitest';
import type { AuditEntry } from '@/contract/audit-log';
import type { Automation } from '@/contract/automation';
import type { ChangeSet } from '@/contract/change-set';
import { drafting, type Drafting } from '@tests/support/change-sets';

const WEEKLY = {
  name: 'Weekly',
  trigger: { type: 'CRON', cron_expression: '0 9 * * 1', timezone: 'UTC' },
  scope: 'PARTICIPANTS',
  event: { type: 'week', data: {} },
};

/** A program with a set of one rule, an empty set, and two automations. */
async function club() {
  const made = await drafting({ symbol: 'PTS' });
  const { api, program } = made;
  const cashback = await made.addRule({ name: 'Cashback', condition: 'event.type == "purchase"', amount: '5' });
  const empty = (await api.post<{ id: string }>(`/programs/${program.id}/rule-sets`, { key: 'spare', name: 'Spare' })).body;
  const automate = async (name: string) => (await api.post<Automation>(`/programs/${program.id}/automations`, { ...WEEKLY, name })).body;
  const [weekly, visits] = [await automate('Weekly'), await automate('Visits')];
  const automation = async (id: string) => (await api.get<Automation>(`/programs/${program.id}/automations/${id}`)).body;
  return { ...made, cashback, empty, weekly, visits, automation };
}

const arrangement = async (made: Drafting) =>
  (await made.configuration()).rule_sets.map(({ key, rules }) => `${key}: ${rules.map(({ name }) => name).join(' ')}`);

/** A drafted set with a drafted rule in it, the spare set deleted, and each kind of change of an automation. */
async function summer() {
  const made = await club();
  const first = await made.begin([{ type: 'CREATE_RULE_SET', rule_set: { key: 'summer', name: 'Summer', order: 1 } }]);
  const { status, body } = await made.edit(first.id, {
    changes: [
      {
        type: 'CREATE_RULE',
        rule: { name: 'Ice cream', condition: 'event.type == "ice"', actions: [made.credit('2')], rule_set_id: first.changes[0]!.id },
      },
      { type: 'UPDATE_RULE_SET', id: made.cashback.rule_set_id, rule_set: { name: 'Always' } },
      { type: 'DELETE_RULE_SET', id: made.empty.id },
      { type: 'UPDATE_AUTOMATION', id: made.weekly.id, automation: { status: 'PAUSED', event: { type: 'weekly', data: {} } } },
      { type: 'ARCHIVE_AUTOMATION', id: made.visits.id },
      { type: 'CREATE_AUTOMATION', automation: { ...WEEKLY, name: 'In summer', participant_filter: 'participant.counters.visits >= 10' } },
    ],
  });
  if (status !== 200) throw new Error(`the changes were refused: ${JSON.stringify(body)}`);
  const set: ChangeSet = body;
  return { ...made, set, created: set.changes.at(-1)!.id };
}

test('nothing is live before it is published, and each change is told in sentences and by field', async () => {
  const made = await summer();
  expect(await arrangement(made)).toEqual(['default: Cashback', 'spare: ']);
  expect((await made.automation(made.weekly.id)).status).toBe('ACTIVE');
  const { changes, diff, conflicts, faults } = await made.diff(made.set.id);
  expect({ conflicts, faults }).toEqual({ conflicts: [], faults: [] });
  expect(changes.map(({ type, name, before, after }) => [type, name, before?.sentence ?? null, after?.sentence ?? null])).toEqual([
    ['CREATE_RULE_SET', 'Summer', null, 'Runs as set 1 of 2, with 1 rule. Its key is “summer”.'],
    ['CREATE_RULE', 'Ice cream', null, expect.stringContaining('gives 2 PTS')],
    [
      'UPDATE_RULE_SET',
      'Always',
      'Runs as set 1 of 2, with 1 rule. Its key is “default”.',
      'Runs as set 2 of 2, with 1 rule. Its key is “default”.',
    ],
    ['DELETE_RULE_SET', 'Spare', 'Runs as set 2 of 2, with no rules. Its key is “spare”.', null],
    ['UPDATE_AUTOMATION', 'Weekly', made.weekly.sentence, made.weekly.sentence.replace('“week”', '“weekly”')],
    ['ARCHIVE_AUTOMATION', 'Visits', made.visits.sentence, null],
    ['CREATE_AUTOMATION', 'In summer', null, expect.stringContaining('if the counter “visits”')],
  ]);
  expect(changes[4]?.fields.map(({ field }) => field)).toEqual(['event', 'status']);
  expect(diff.created.map(({ resource_type, name }) => `${resource_type} ${name}`)).toEqual(['RULE_SET Summer', 'RULE Ice cream']);
  expect((await made.api.get<{ rules: unknown[] }>(`/change-sets/${made.set.id}/estimate`)).body.rules).toHaveLength(1);
});

describe('published', () => {
  test('all of it is live at once, with the ids that the set named, and taken back to the last field', async () => {
    const made = await summer();
    expect((await made.ask(made.set.id, 'publish')).body).toMatchObject({ status: 'PUBLISHED' });
    expect(await arrangement(made)).toEqual(['summer: Ice cream', 'default: Cashback']);
    expect(await made.automation(made.weekly.id)).toMatchObject({ status: 'PAUSED', event: { type: 'weekly' }, next_run_at: null });
    expect((await made.automation(made.visits.id)).status).toBe('ARCHIVED');
    expect(await made.automation(made.created)).toMatchObject({ status: 'ACTIVE', name: 'In summer' });
    expect((await made.diff(made.set.id)).changes[4]).toMatchObject({ before: { status: 'ACTIVE' }, after: { status: 'PAUSED' } });

    expect((await made.ask(made.set.id, 'revert')).body).toMatchObject({ status: 'REVERTED' });
    expect(await arrangement(made)).toEqual(['default: Cashback', 'spare: ']);
    const { updated_at: _, next_run_at: __, ...before } = made.weekly;
    expect(await made.automation(made.weekly.id)).toMatchObject(before);
    expect((await made.automation(made.created)).status).toBe('ARCHIVED');
    const { body } = await made.api.get<{ data: Automation[] }>(`/programs/${made.program.id}/automations`);
    const back = body.data.find(({ name }) => name === 'Visits');
    expect(back).toMatchObject({ status: 'ACTIVE', event: made.visits.event });
    expect(back?.id).not.toBe(made.visits.id);
  });

  test('the audit log tells of every set and automation as if it had been changed directly', async () => {
    const made = await summer();
    await made.ask(made.set.id, 'publish');
    const told = async (id: string) => (await made.api.get<{ data: AuditEntry[] }>(`/audit-log?resource_id=${id}`)).body.data[0];
    expect(await told(made.visits.id)).toMatchObject({ action: 'ARCHIVE', resource_type: 'AUTOMATION' });
    expect(await told(made.created)).toMatchObject({ action: 'CREATE', resource_type: 'AUTOMATION' });
    expect(await told(made.set.changes[0]!.id)).toMatchObject({ action: 'CREATE', resource_type: 'RULE_SET' });
  });

  test('an automation at fault refuses the whole, and is named by its change', async () => {
    const made = await club();
    const set = await made.begin([
      { type: 'UPDATE_RULE', id: made.cashback.id, rule: { name: 'Never' } },
      { type: 'CREATE_AUTOMATION', automation: { ...WEEKLY, participant_filter: 'participant.' } },
    ]);
    const { status, body } = await made.ask(set.id, 'publish');
    expect([status, body.code, body.param]).toEqual([400, 'validation_error', 'id.changes[1].automation.participant_filter']);
    expect((await made.diff(set.id)).faults).toMatchObject([{ param: 'changes[1].automation.participant_filter' }]);
    expect((await made.rule(made.cashback.id)).name).toBe('Cashback');
  });

  test('a set that still has rules, and a key that another set has, refuse it', async () => {
    const made = await club();
    const full = await made.begin([{ type: 'DELETE_RULE_SET', id: made.cashback.rule_set_id }]);
    expect((await made.ask(full.id, 'publish')).body).toMatchObject({ code: 'rule_set_not_empty', param: 'id.changes[0]' });
    const taken = await made.begin([{ type: 'CREATE_RULE_SET', rule_set: { key: 'spare', name: 'Another' } }]);
    expect((await made.ask(taken.id, 'publish')).body).toMatchObject({ code: 'key_exists', param: 'id.changes[0].rule_set.key' });
  });
});

test('a set of automations alone makes a version of its own, and is compared and taken back by it', async () => {
  const made = await drafting();
  const version = (await made.configuration()).rule_configuration_version;
  const set = await made.begin([{ type: 'CREATE_AUTOMATION', automation: WEEKLY }]);
  expect((await made.ask(set.id, 'publish')).body).toMatchObject({ status: 'PUBLISHED', published_version: version + 1 });
  expect(await made.diff(set.id)).toMatchObject({ rule_configuration_version: version, diff: { created: [], updated: [] }, faults: [] });
  expect((await made.ask(set.id, 'revert')).body).toMatchObject({ status: 'REVERTED', reverted_version: version + 2 });
});

describe('in conflict', () => {
  test('what somebody else changed or ended since is named, and rebasing keeps the rest of their change', async () => {
    const made = await summer();
    const path = `/programs/${made.program.id}`;
    await made.api.patch(`${path}/automations/${made.weekly.id}`, { name: 'Theirs' });
    await made.api.patch(`${path}/automations/${made.visits.id}`, { status: 'CANCELLED' });
    await made.api.patch(`${path}/rule-sets/${made.cashback.rule_set_id}`, { key: 'theirs' });
    const { status, body } = await made.ask(made.set.id, 'publish');
    expect([status, body.code]).toEqual([409, 'change_set_conflict']);
    expect(body.details).toMatchObject({
      conflicts: [
        { id: made.cashback.rule_set_id, reason: 'CHANGED', fields: ['key'] },
        { id: made.weekly.id, reason: 'CHANGED', fields: ['name'] },
        { id: made.visits.id, reason: 'ENDED' },
      ],
    });
    await made.ask(made.set.id, 'rebase');
    expect((await made.ask(made.set.id, 'publish')).body.status).toBe('PUBLISHED');
    expect(await made.automation(made.weekly.id)).toMatchObject({ name: 'Theirs', status: 'PAUSED' });
    expect(await arrangement(made)).toEqual(['summer: Ice cream', 'theirs: Cashback']);
  });

  test('a published set whose automation was changed since is not taken back, and one whose set has been filled neither', async () => {
    const made = await summer();
    await made.ask(made.set.id, 'publish');
    const moved = { rule_set_id: made.set.changes[0]!.id };
    await made.api.post('/rules', {
      program_id: made.program.id,
      name: 'Theirs',
      condition: 'true',
      actions: [made.credit('1')],
      ...moved,
    });
    expect((await made.diff(made.set.id)).faults).toMatchObject([{ code: 'rule_set_not_empty' }]);
    expect((await made.ask(made.set.id, 'revert')).body.code).toBe('rule_set_not_empty');
    await made.api.patch(`/programs/${made.program.id}/automations/${made.weekly.id}`, { name: 'Theirs' });
    expect((await made.ask(made.set.id, 'revert')).body.code).toBe('change_set_conflict');
    expect((await made.diff(made.set.id)).conflicts).toMatchObject([{ id: made.weekly.id, fields: ['name'] }]);
  });
});
