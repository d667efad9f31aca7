import { expect, test } from 'vitest';
import { askedRedemptions } from '@/components/decisions/asked-redemption';
import { creditsOf, spendsOf, type Decided } from '@/components/decisions/stored-decision';
import { basketText, cancelConsequence, commitConsequence, timeLeftText } from '@/components/decisions/words';
import { decisionOf, earnedByDecision, redemptionReference, spentByDecision } from '@/domain/ledger/references';
import type { Reward } from '@/contract/reward';

const symbolOf = (id: string | undefined) => (id === 'p' ? 'PTS' : 'USD');
const NOON = '2026-11-21T12:00:00.000Z';
const EARLIER = '2026-11-21T11:00:00.000Z';

type Row = Decided['redemptions'][number];
const spend = (more: Partial<Row>): Row => ({ asset_id: 'p', amount: '30.00', status: 'PENDING', resolved_at: null, ...more }) as Row; // the rest is not read
type Effect = Decided['effects'][number];
const credit = (external_id: string, more: Partial<Effect> = {}): Effect => ({
  rule_id: 'r',
  rule_name: 'A tenth',
  rule_version: 1,
  type: 'CREDIT',
  target: { type: 'PARTICIPANT', id: external_id, external_id },
  asset_id: 'p',
  amount: '5.00',
  ...more,
});

test.each([
  [{ type: 'purchase', items: [1, 2, 3], amount: 24.5 }, 'purchase · 3 items · amount 24.5'],
  [{ type: 'purchase', items: [{}], total: '12.00' }, 'purchase · 1 item · total 12.00'],
  [{ items: [], amount: null }, 'event'],
  [{ name: 'stay', items: 'none' }, 'stay'],
])('the basket %j is told as “%s”', (event_data, told) => {
  expect(basketText({ event_data })).toBe(told);
});

test.each([
  [0, 'no time left'],
  [-1, 'no time left'],
  [999, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [270_500, '4 min 30 s'],
  [3_599_999, '59 min 59 s'],
  [7_500_000, '2 h 5 min'],
  [90_000_000, '1 d 1 h'],
])('%d milliseconds are told as “%s”, never as more than there is', (left, told) => {
  expect(timeLeftText(left)).toBe(told);
});

test('a decision spends what stands and what ended with it, not what a change has replaced', () => {
  const replaced = spend({ id: 'a', status: 'CANCELLED', resolved_at: EARLIER });
  expect(spendsOf({ redemptions: [replaced, spend({ id: 'b' })], resolved_at: null }).map(({ id }) => id)).toEqual(['b']);
  const ended = spend({ id: 'b', status: 'CANCELLED', resolved_at: NOON });
  expect(spendsOf({ redemptions: [replaced, ended], resolved_at: NOON }).map(({ id }) => id)).toEqual(['b']);
});

test('only what the participant gets themselves counts as earned', () => {
  const effects = [credit('ada'), credit('bob'), credit('ada', { type: 'DEBIT' }), credit('ada', { asset_id: 'd', amount: '1' })];
  expect(creditsOf({ effects, external_id: 'ada' })).toEqual([
    { asset_id: 'p', amount: '5.00' },
    { asset_id: 'd', amount: '1' },
  ]);
});

test('before a reservation ends, it is said what is given, spent and given back', () => {
  const full = { effects: [credit('ada')], external_id: 'ada', redemptions: [spend({})], resolved_at: null };
  const empty = { ...full, effects: [], redemptions: [] };
  expect(commitConsequence(full, 'Ada', symbolOf)).toBe(
    'Stores the event and gives 5.00 PTS to Ada and spends 30.00 PTS that is reserved. A committed decision cannot be cancelled.',
  );
  expect(commitConsequence(empty, 'Ada', symbolOf)).toContain('books no value for Ada');
  expect(cancelConsequence([full, full], '2 participants', symbolOf)).toBe(
    'Gives 60.00 PTS back to 2 participants, and the 10.00 PTS to be earned is not given. No event is stored.',
  );
  expect(cancelConsequence([empty], 'Ada', symbolOf)).toBe('Nothing of Ada is reserved to be spent. No event is stored.');
});

test('a reference leads to its decision, whether value was spent or earned under it', () => {
  expect(decisionOf(spentByDecision('d-1'))).toBe('d-1');
  expect(decisionOf(earnedByDecision('d-1'))).toBe('d-1');
  expect([redemptionReference('d-1'), 'order-1', null].map(decisionOf)).toEqual([null, null, null]);
});

test('a tried redemption asks for an amount, for units or for a face value, and not before both of its fields are filled in', () => {
  const mug = { id: 'mug', redemption_type: 'UNIT_BASED', reward_source_id: null } as Reward; // the rest is not read
  const card = { id: 'card', redemption_type: 'UNIT_BASED', reward_source_id: 's' } as Reward; // the rest is not read
  const rows = [
    { thing: 'card', typed: '2500' },
    { thing: 'p', typed: ' 30 ' },
    { thing: 'mug', typed: '2' },
    { thing: 'mug', typed: '1.5' },
    { thing: 'p', typed: ' ' },
    { thing: '', typed: '4' },
  ];
  expect(askedRedemptions(rows, [mug, card])).toEqual([
    { reward_id: 'card', face_value_minor: 2500 },
    { asset_id: 'p', amount: '30' },
    { reward_id: 'mug', quantity: 2 },
    { reward_id: 'mug', quantity: 0 },
  ]);
});
