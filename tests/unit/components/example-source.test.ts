/** An example that is made of an event names people, assets and state as an example does, and supposes no more than the rule reads. */
import { expect, test } from 'vitest';
import { effectsGiven, effectsTried, stateRead } from '@/components/rules/examples/example-source';
import { exampleName, outcomeSentences } from '@/components/rules/examples/example-words';

const [ADA, BOB, PTS, PROGRAM] = ['ada-id', 'bob-id', 'asset-id', 'program-id'];
const symbolOf = (id: string | undefined) => (id === PTS ? 'PTS' : undefined);

test('what a rule gave is expected of whom the event was about, without what was not applied and without ids', () => {
  const actions = [
    {
      type: 'CREDIT',
      result: 'APPLIED',
      target: { type: 'PARTICIPANT', id: ADA },
      asset_id: PTS,
      amount: '6.00',
      journal_entry_id: 'entry',
    },
    { type: 'CREDIT', result: 'APPLIED', target: { type: 'PARTICIPANT', id: BOB }, asset_id: PTS, amount: '1.00' },
    { type: 'TAG', result: 'UNCHANGED', target: { type: 'PARTICIPANT', id: ADA }, key: 'vip' },
    { type: 'COUNTER', result: 'APPLIED', target: { type: 'PROGRAM', id: PROGRAM }, key: 'sales', value: '7' },
  ] as const;
  expect(effectsGiven({ actions: [...actions] }, { participant_id: ADA, recipient_id: BOB }, symbolOf)).toEqual([
    { type: 'CREDIT', target: 'ACTOR', asset: 'PTS', amount: '6.00' },
    { type: 'CREDIT', target: 'RECIPIENT', asset: 'PTS', amount: '1.00' },
    { type: 'COUNTER', target: 'PROGRAM', key: 'sales', value: '7' },
  ]);
});

test('in a trial, somebody new and whoever was named are the participant, and anybody else is another one', () => {
  const to = (id: string | null, external_id: string | null) => ({
    rule_id: null,
    type: 'CREDIT',
    target: { type: 'PARTICIPANT' as const, id, external_id },
    asset_id: PTS,
    amount: '1.00',
  });
  expect(effectsTried([to(null, 'somebody'), to(ADA, 'ada'), to(BOB, 'bob')], 'ada', symbolOf).map(({ target }) => target)).toEqual([
    'ACTOR',
    'ACTOR',
    'PARTICIPANT',
  ]);
});

test('of a state, only what the rule reads is supposed, of its own program', () => {
  const balance = { asset_id: PTS, available: '3.00', held: '0.00', deferred: '0.00' };
  const tier = { tier: 'status', since: '', expires_at: null };
  const person = {
    tags: ['early', 'vip'],
    attributes: { city: 'Oslo', age: 41 },
    counters: { visits: '3', other: '1' },
    enrollments: [
      { program_id: 'other', enrolled_at: '2025-01-01T00:00:00.000Z' },
      { program_id: PROGRAM, enrolled_at: '2026-01-02T00:00:00.000Z' },
    ],
    tiers: [
      { ...tier, level: 'gold', rank: 2, program_id: PROGRAM },
      { ...tier, level: 'tin', rank: 0, program_id: 'other' },
    ],
    balances: [
      { ...balance, program_id: PROGRAM },
      { ...balance, program_id: 'other', available: '9.00' },
    ],
  };
  const reads = (kind: 'tag' | 'attribute' | 'counter' | 'tier' | 'balance' | 'enrollment', key: string) =>
    ({ scope: 'participant', kind, key, dynamic: false }) as const;
  const references = [
    reads('tag', 'vip'),
    reads('attribute', 'city'),
    reads('counter', 'visits'),
    reads('counter', 'missing'),
    reads('tier', 'status'),
    reads('balance', 'PTS'),
  ];
  const about = { references, programId: PROGRAM, symbolOf };
  expect(stateRead(person, 'participant', about)).toEqual({
    tags: ['vip'],
    attributes: { city: 'Oslo' },
    counters: { visits: '3' },
    tiers: { status: { level: 'gold', rank: 2 } },
    balances: { PTS: { available: '3.00', held: '0.00', deferred: '0.00' } },
  });
  expect(stateRead(person, 'recipient', about)).toBeUndefined();
  const enrollment = { ...about, references: [reads('enrollment', 'enrolled_at')] };
  expect(stateRead(person, 'participant', enrollment)).toEqual({ enrolled_at: '2026-01-02T00:00:00.000Z' });
});

test('an outcome is told in sentences, and an example is named for what it gives', () => {
  const credit = { type: 'CREDIT', target: 'ACTOR', asset: 'PTS', amount: '1250.00' } as const;
  expect(outcomeSentences({ matched: true, effects: [credit] })).toEqual(['Gives 1,250.00 PTS to the participant']);
  const tier = { type: 'SET_TIER', target: 'ACTOR', key: 'club' } as const;
  expect(
    outcomeSentences({ matched: true, effects: [{ ...tier, value: { level: 'gold', rank: 2 } }, { ...tier, value: null }, tier] }),
  ).toEqual([
    'The tier “club” of the participant has the level “gold”',
    'The tier “club” of the participant has no level',
    'The tier “club” of the participant changes',
  ]);
  expect(outcomeSentences({ matched: true, effects: [] })).toEqual(['The rule matches and does nothing.']);
  expect(outcomeSentences({ matched: false, effects: [] })).toEqual(['The rule does not match.']);
  expect(exampleName('purchase', { matched: true, effects: [credit] })).toBe('purchase gives 1250.00 PTS');
  expect(exampleName('purchase', { matched: true, effects: [{ type: 'TAG', key: 'vip' }] })).toBe('purchase has its effect');
  expect(exampleName('purchase', { matched: false, effects: [] })).toBe('purchase gives nothing');
});
