/** A rule edited in the form keeps everything nobody changed. */
import { describe, expect, test } from 'vitest';
import { RuleAction, type Rule } from '@/contract/rule';
import { asKind, lossesIn, newAction, type ActionDraft } from '@/components/rules/action-draft';
import { ACTIONS, ACTION_TYPES } from '@/domain/rules/actions/catalog';
import { draftOf, fieldsOf } from '@/components/rules/rule-draft';

const ASSET = '11111111-1111-4111-8111-111111111111';
const AT = '2026-03-01T12:00:00.000Z';

const action = (fields: Record<string, unknown>): RuleAction =>
  RuleAction.parse({ type: 'CREDIT', asset_id: ASSET, amount: '5', ...fields });

const ruleOf = (...actions: RuleAction[]): Rule => ({
  id: ASSET,
  program_id: ASSET,
  rule_set_id: ASSET,
  name: 'Cashback',
  description: null,
  sentence: 'For every event, gives 5 PTS to the participant.',
  condition: 'true',
  actions,
  active_from: null,
  active_to: null,
  budgets: [],
  order: 1,
  status: 'ACTIVE',
  stop_after_match: false,
  examples: [],
  version: 1,
  rule_configuration_version: 1,
  created_at: AT,
  updated_at: AT,
  deleted_at: null,
});

const savedWith = (actions: readonly RuleAction[], change: (drafts: readonly ActionDraft[]) => readonly ActionDraft[]) => {
  const draft = draftOf(ruleOf(...actions));
  return fieldsOf({ ...draft, actions: change(draft.actions) }).actions;
};
const first = (changes: Partial<ActionDraft>) => (drafts: readonly ActionDraft[]) =>
  drafts.map((draft, index) => (index === 0 ? { ...draft, ...changes } : draft));

const moved = { asset_id: ASSET, amount: '5', description: 'Why' };
const KINDS = [
  { type: 'HOLD', ...moved, reference_id: 'r', target: { type: 'PARTICIPANT', external_id: 'ada' } },
  { type: 'RELEASE', ...moved, target: { type: 'PARTICIPANT', id: ASSET } },
  { type: 'FORFEIT', ...moved, bucket: 'HELD', reference_id: 'r', target: { type: 'GROUP', id: ASSET } },
  { type: 'VOID_PENDING', asset_id: ASSET, reference_id: 'r' },
  { type: 'TAKE_BACK', asset_id: ASSET, reference_id: 'r', share: '0.5', shortfall_policy: 'PARTIAL' },
  { type: 'TRANSFER', ...moved, preserve_expiry: false, target: { type: 'RECIPIENT' } },
  { type: 'TAG', tag: 'vip', target: { type: 'PROGRAM' } },
  { type: 'UNTAG', tag: 'vip' },
  { type: 'COUNTER', key: 'visits', operation: 'SET', value: '-1.5', reset_after: '30d' },
  { type: 'COUNTER', key: 'purchases', operation: 'INCREMENT', value: '1', window: '7d' },
  { type: 'SET_TIER', tier: 'status', level: 'gold' },
  { type: 'SET_TIER', tier: 'status', level: null },
  { type: 'SCHEDULE_EVENT', event_name: 'later', payload: { of: ['{{ event.id }}', 1] }, delay: '7d' },
  { type: 'BROADCAST', event_name: 'news', payload: {}, target: { type: 'GROUP', id: ASSET } },
] as const;

describe('an action', () => {
  test.each([
    ['without a bucket', action({})],
    ['that expires after a time', action({ expires_in: '90d' })],
    ['that expires at a time', action({ expires_at: '2027-01-01T00:00:00Z' })],
    ['that matures after a time and expires at one', action({ matures_in: '14d', expires_at: '2027-01-01T00:00:00Z' })],
    ['that matures at a time', action({ matures_at: '2026-06-01T00:00:00+02:00', bucket: 'DEFERRED' })],
    [
      'into a bucket under a reference',
      action({ bucket: 'HELD', reference_id: 'order-{{ event.order_id }}', target: { type: 'RECIPIENT' } }),
    ],
    ['whose description has spaces around it', action({ description: ' For {{ event.order_id }} ' })],
    ['that takes what there is', action({ type: 'DEBIT', bucket: 'HELD', shortfall_policy: 'PARTIAL', reference_id: 'r' })],
  ])('%s is saved as it was', (_, saved) => {
    expect(fieldsOf(draftOf(ruleOf(saved))).actions.map((one) => RuleAction.parse(one))).toEqual([saved]);
  });

  test('keeps a field that the form does not know', () => {
    const saved = Object.assign(action({ expires_in: '90d' }), { cap: '100' });
    expect(savedWith([saved], first({ amount: '6' }))).toEqual([{ ...saved, amount: '6' }]);
  });

  test('keeps its expiry when another field changes', () => {
    expect(savedWith([action({ expires_in: '90d' })], first({ amount: '7', description: 'Bonus' }))).toEqual([
      action({ expires_in: '90d', amount: '7', description: 'Bonus' }),
    ]);
  });

  test('keeps what is its own when one before it is removed', () => {
    const taking = action({ type: 'DEBIT', shortfall_policy: 'PARTIAL' });
    const expiring = action({ expires_in: '30d' });
    expect(savedWith([action({ matures_in: '1d' }), expiring, taking], (drafts) => drafts.slice(1))).toEqual([expiring, taking]);
  });

  test('has one form of expiry, whichever was saved', () => {
    const [saved] = savedWith([action({ expires_in: '90d' })], first({ expires: '2027-01-01T00:00:00Z' }));
    expect(saved).toEqual(action({ expires_at: '2027-01-01T00:00:00Z' }));
    expect(savedWith([saved!], first({ expires: ' 30d ' }))).toEqual([action({ expires_in: '30d' })]);
  });

  test('loses its terms when they are cleared', () => {
    expect(savedWith([action({ expires_in: '90d', matures_in: '1d' })], first({ expires: '', matures: ' ' }))).toEqual([action({})]);
  });

  test('that takes instead has no terms of a credit', () => {
    const [saved] = savedWith([action({ expires_in: '90d' })], (drafts) => drafts.map((draft) => asKind(draft, 'DEBIT')));
    expect(RuleAction.parse(saved)).toEqual(action({ type: 'DEBIT' }));
  });

  test('that cannot be for whom it was for becomes one for whoever it is for by default', () => {
    const draft = asKind(asKind({ ...newAction(ASSET), target: 'GROUP', target_id: ASSET }, 'SCHEDULE_EVENT'), 'BROADCAST');
    expect(draft.target).toBe('PROGRAM');
  });

  test.each(KINDS)('of the kind $type is saved as it was', (fields) => {
    const saved = RuleAction.parse(fields);
    expect(fieldsOf(draftOf(ruleOf(saved))).actions.map((one) => RuleAction.parse(one))).toEqual([saved]);
  });

  test.each(['5', 5, true, null, '"', ' spaced ', '{{ event.city }}', ['a', 1], { city: '{{ event.city }}' }])(
    'that sets an attribute to %j sets it to that, not to what reads alike',
    (value) => {
      const saved = RuleAction.parse({ type: 'SET_ATTRIBUTE', key: 'k', value });
      expect(fieldsOf(draftOf(ruleOf(saved))).actions.map((one) => RuleAction.parse(one))).toEqual([saved]);
    },
  );
});

test.each(ACTION_TYPES)('the form of %s writes every field that the action has, and no other', (type) => {
  const [written] = fieldsOf({ ...draftOf(ruleOf()), actions: [asKind(newAction(ASSET), type)] }).actions;
  expect(Object.keys(written!).toSorted()).toEqual(['type', ...Object.keys(ACTIONS[type].fields)].toSorted());
});

test('a new action leaves all to the API that nobody filled in', () => {
  const draft = { ...draftOf(ruleOf()), actions: [{ ...newAction(ASSET), amount: '5' }] };
  expect(fieldsOf(draft).actions.map((one) => RuleAction.parse(one))).toEqual([action({})]);
});

describe('JSON typed into an action', () => {
  const attribute = (value: string): ActionDraft => ({ ...asKind(newAction(ASSET), 'SET_ATTRIBUTE'), value });
  const event = (payload: string): ActionDraft => ({ ...asKind(newAction(ASSET), 'BROADCAST'), payload });

  test('names the fields that would not be kept as typed', () => {
    const losses = lossesIn([attribute('12345678901234567890'), attribute('gold'), event('{"a":1,"a":2}'), event('{"__proto__":1}')]);
    expect(Object.keys(losses)).toEqual(['actions[0].value', 'actions[2].payload', 'actions[3].payload']);
  });

  test('is free of faults where everything is kept, and where the kind of action has no such field', () => {
    expect(lossesIn([attribute('{"n":0.1}'), event('{}'), event(''), { ...newAction(ASSET), value: '1e400' }])).toEqual({});
  });
});
