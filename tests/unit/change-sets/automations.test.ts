/** Changes of automations are drafted over what is live, carried over to what has become of it, and turned around. */
import { describe, expect, test } from 'vitest';
import { automationAfter, type AutomationContent } from '@/domain/change-sets/automations';
import { isOfAutomation, type DraftedChange } from '@/domain/change-sets/change';
import { assertNoConflicts, conflictsOf } from '@/domain/change-sets/conflicts';
import { drafted, type SentChange } from '@/domain/change-sets/drafting';
import { rebased, reversed } from '@/domain/change-sets/revision';
import { tellChanges } from '@/domain/change-sets/tell';
import { liveIn, newId } from './live';

const WEEKLY: AutomationContent = {
  name: 'Weekly',
  description: null,
  trigger: { type: 'CRON', cron_expression: '0 9 * * 1', timezone: 'UTC', run_at: null },
  scope: 'PARTICIPANTS',
  participant_filter: null,
  guard_condition: null,
  event: { type: 'week', data: {} },
  status: 'ACTIVE',
};
const live = (automations: Record<string, AutomationContent>) => liveIn([], new Map(Object.entries(automations)));
const LIVE = live({ w: WEEKLY, v: { ...WEEKLY, name: 'Visits' } });

const create = (more: Partial<AutomationContent> = {}): SentChange => ({
  type: 'CREATE_AUTOMATION',
  automation: { ...WEEKLY, name: 'New', ...more },
});
const update = (id: string, automation: Partial<AutomationContent>): SentChange => ({ type: 'UPDATE_AUTOMATION', id, automation });
const archive = (id: string): SentChange => ({ type: 'ARCHIVE_AUTOMATION', id });
const draft = (...sent: readonly SentChange[]) => drafted([], sent, LIVE, newId);

describe('drafted', () => {
  test('only what differs is kept, and an update of nothing is no change', () => {
    expect(draft(update('w', { name: 'Every week', event: { type: 'week', data: {} } }))).toMatchObject([
      { automation: { name: 'Every week' } },
    ]);
    expect(draft(update('w', { trigger: { ...WEEKLY.trigger } }))).toEqual([]);
    expect(drafted(draft(update('w', { status: 'PAUSED' })), [update('w', { status: 'ACTIVE' })], LIVE, newId)).toEqual([]);
  });

  test('one that the set creates can become anything; of a live one the scope and the type of trigger stay', () => {
    const [made] = draft(create());
    expect(drafted([made!], [update(made!.id, { scope: 'PROGRAM', name: 'Other' })], LIVE, newId)).toMatchObject([
      { type: 'CREATE_AUTOMATION', automation: { scope: 'PROGRAM', name: 'Other' } },
    ]);
    expect(() => draft(update('w', { scope: 'PROGRAM' }))).toThrow('cannot change');
    expect(() => draft(update('w', { trigger: { ...WEEKLY.trigger, type: 'IMMEDIATE', cron_expression: null } }))).toThrow('cannot change');
  });

  test('one that is not there, or has ended, cannot be changed', () => {
    expect(() => draft(archive('x'))).toThrow('no such automation');
  });
});

describe('conflicts', () => {
  const changes = draft(update('w', { name: 'Ours' }), archive('v'), create());

  test('name what was changed, and what has ended', () => {
    expect(conflictsOf(changes, LIVE)).toEqual([]);
    const conflicts = conflictsOf(changes, live({ w: { ...WEEKLY, status: 'PAUSED', guard_condition: 'true' } }));
    expect(conflicts).toEqual([
      { type: 'UPDATE_AUTOMATION', id: 'w', name: 'Ours', reason: 'CHANGED', fields: ['guard_condition', 'status'] },
      { type: 'ARCHIVE_AUTOMATION', id: 'v', name: 'Visits', reason: 'ENDED', fields: [] },
    ]);
    expect(() => assertNoConflicts(conflicts.slice(1), 'look again')).toThrow('“Visits” has ended meanwhile; look again.');
  });

  test('rebasing leaves none, keeps what others changed, and drops what has ended or is live already', () => {
    const now = live({ w: { ...WEEKLY, description: 'theirs' } });
    const carried = rebased(changes, now);
    expect(conflictsOf(carried, now)).toEqual([]);
    expect(carried).toMatchObject([{ id: 'w', automation: { name: 'Ours' } }, { type: 'CREATE_AUTOMATION' }]);
    expect(rebased(changes.slice(0, 1), live({ w: { ...WEEKLY, name: 'Ours' } }))).toEqual([]);
  });
});

/** What is live after the changes. */
function published(changes: readonly DraftedChange[], before: ReadonlyMap<string, AutomationContent>): Map<string, AutomationContent> {
  const after = new Map(before);
  for (const change of changes.filter(isOfAutomation)) {
    const is = automationAfter(change, before.get(change.id));
    if (is) after.set(change.id, is);
    else after.delete(change.id);
  }
  return after;
}

describe('taken back', () => {
  const NONE = { before: [], after: [] };

  test('every automation is what it was; an archived one comes back as a new one', () => {
    const changes = draft(update('w', { name: 'Ours', status: 'PAUSED' }), archive('v'), create());
    const after = published(changes, LIVE.automations);
    const back = reversed(changes, NONE, after, newId);
    expect(conflictsOf(back, { ...LIVE, automations: after })).toEqual([]);
    expect([...published(back, after).values()]).toEqual([...LIVE.automations.values()]);
  });

  test('one that the set created and that has ended by itself does not stand in the way', () => {
    expect(reversed(draft(create()), NONE, new Map(), newId)).toEqual([]);
  });
});

test('each change is told as a sentence before and after, with the fields that differ', () => {
  const changes = draft(
    update('w', { participant_filter: 'participant.counters.visits >= 10' }),
    archive('v'),
    create({ status: 'PAUSED' }),
  );
  const told = tellChanges(changes, { before: [], after: [], automations: LIVE.automations }, () => undefined);
  expect(told).toMatchObject([
    {
      before: { sentence: expect.stringContaining('for each active participant.') as string },
      after: { sentence: expect.stringContaining('if the counter “visits”') as string },
      fields: [{ field: 'participant_filter', before: null }],
    },
    { name: 'Visits', before: { status: 'ACTIVE' }, after: null, fields: [] },
    { name: 'New', before: null, after: { status: 'PAUSED' }, fields: [] },
  ]);
});
