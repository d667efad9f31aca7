/** "Why not" in one line, for anybody who does not read expressions. */
import { expect, test } from 'vitest';
import { explainMiss } from '@/domain/rules/explanation';
import { condition } from './support';

const EVENT = { type: 'refund', amount: 37.5, limit: 40, flag: false, on: true, tags: ['a', 'b'], user: { name: 'ada' } };

test.each([
  ['event.amount >= 50', 'Amount is 37.5; it must be at least 50'],
  ['50 <= event.amount', 'Amount is 37.5; it must be at least 50'],
  ['event.amount < 30', 'Amount is 37.5; it must be under 30'],
  ['event.amount > 37.5', 'Amount is 37.5; it must be over 37.5'],
  ['event.amount > event.limit', 'Amount is 37.5; it must be over limit (40)'],
  ['event.amount * 0.1 > event.limit', '10% of amount is 3.75; it must be over limit (40)'],
  ['event.type == "purchase"', 'Type is “refund”; it must be “purchase”'],
  ['"purchase" == event["type"]', 'Type is “refund”; it must be “purchase”'],
  ['event.type != "refund"', 'Type is “refund”; it must not be “refund”'],
  ['event.type in ["purchase", "visit"]', 'Type is “refund”; it must be one of “purchase” or “visit”'],
  ['!(event.type in ["refund", "visit"])', 'Type is “refund”; it must be neither “refund” nor “visit”'],
  ['"vip" in event.tags', 'The tags do not contain “vip”'],
  ['!("a" in event.tags)', 'The tags contain “a”; this must not be so'],
  ['"gold" in participant.tags', 'The participant does not have the tag “gold”'],
  ['has(event.coupon)', 'Coupon is missing'],
  ['!has(event.user)', 'User is there; this must not be so'],
  ['has(participant.attributes.shoe)', 'The participant has no attribute “shoe”'],
  ['!(event.type == "refund")', 'Type is “refund”; it must not be “refund”'],
  ['!(event.amount > 10)', 'Amount is 37.5; it must be at most 10'],
  ['!event.on', 'On is true; it must not be true'],
  ['event.flag', 'Flag is false; it must be true'],
  ['event.user.name == null', 'User name is “ada”; it must be empty'],
  ['event.limit in [event.amount]', 'Limit is 40; it must be amount (37.5)'],
  ['participant.attributes.nickname != null', 'The attribute “nickname” of the participant is empty; it must not be empty'],
  ['event.tags.exists(t, t == "z")', 'For none of the tags, it is “z”'],
  ['event.tags.all(t, t == "a")', 'For at least one of the tags, it is not “a”'],
  ['event.tags.exists_one(t, t == "z")', 'It is not so that for exactly one of the tags, it is “z”'],
  ['event.user.name.startsWith("b")', 'User name is “ada”; it must start with “b”'],
  ['!event.user.name.endsWith("a")', 'User name is “ada”; it must not end with “a”'],
  ['participant.counters.visits > 5', 'The counter “visits” of the participant is 3; it must be over 5'],
  [
    '(participant.counters.visits + 1) % 5 == 0',
    'The counter “visits” of the participant, counting this time, is 4; it must be a multiple of 5',
  ],
  ['participant.tiers.status.level == "platinum"', 'The level of the participant in the tier “status” is “gold”; it must be “platinum”'],
  ['participant.balances.PTS.available >= 100.00', 'The available PTS of the participant is 10.5; it must be at least 100.00'],
  ['size(event.tags) > 2', 'The number of tags is 2; it must be over 2'],
  ['now.getDayOfWeek(program.timezone) in [6, 1]', 'It is a Sunday; it must be a Saturday or a Monday'],
  ['now.getHours(program.timezone) >= 18', 'It is 12:00 to 12:59; it must be 18:00 or later'],
  ['now.getMonth() == 11', 'It is March in UTC; it must be December in UTC'],
  ['date(now, program.timezone) >= "2026-12-01"', 'The day is March 1, 2026; it must be on or after December 1, 2026'],
  [
    'now - participant.enrolled_at < duration("240h")',
    'The enrollment of the participant is February 1, 2026 at 12:00 UTC; it must be less than 10 days ago',
  ],
  [
    'participant.enrolled_at < timestamp("2026-01-01T00:00:00Z")',
    'The enrollment of the participant is February 1, 2026 at 12:00 UTC; it must be before January 1, 2026 at 00:00 UTC',
  ],
  ['isAnniversary(participant.enrolled_at, now, program.timezone)', 'The day is not an anniversary of the enrollment of the participant'],
  ['event.type == "refund" && event.amount > 50 && event.flag', 'Amount is 37.5; it must be over 50'],
  ['event.amount > 50 || event.type == "x"', 'One of these must be so: amount is over 50 (it is 37.5) or type is “x” (it is “refund”)'],
  ['event.type == "a" || event.type == "b" || event.type in ["c", "d"]', 'Type is “refund”; it must be “a”, “b” or one of “c” or “d”'],
  [
    'event.flag || (event.type == "refund" && event.amount > 50)',
    'One of these must be so: flag is true (it is false) or (type is “refund” and amount is over 50)',
  ],
  ['!(event.amount < 5 || event.on)', 'On is true; it must not be true'],
  ['!(event.on && event.amount > 5)', 'On is true and amount is over 5; this must not be so'],
  ['event.on ? event.amount > 50 : event.amount > 10', 'Amount is 37.5; it must be over 50'],
  ['event.user == {"name": "bob"}', 'CEL “event.user == {"name": "bob"}” is false'],
  ['false && event.on', 'The condition is never met'],
])('%s: %s', (source, expected) => {
  expect(explainMiss(condition(source, EVENT).trace)).toBe(expected);
});

test('a condition that is true, or has no value, has no such explanation', () => {
  expect(explainMiss(condition('event.amount > 1', EVENT).trace)).toBe(null);
  expect(explainMiss(condition('event.nothing > 1', EVENT).trace)).toBe(null);
  expect(explainMiss([])).toBe(null);
});

test('a condition is told in full, however long it is', () => {
  const others = Array.from({ length: 40 }, (_, at) => `event.amount > ${at / 10}`).join(' && ');
  expect(explainMiss(condition(`${others} && event.type == "purchase"`, EVENT).trace)).toBe('Type is “refund”; it must be “purchase”');
});

test('a text that was cut is told as far as it is kept', () => {
  const long = 'x'.repeat(300);
  expect(explainMiss(condition('event.note == "y"', { note: long }).trace)).toBe(`Note is “${'x'.repeat(60)}…”; it must be “y”`);
  expect(explainMiss([{ expression: 'event.type == "xx…', value: false }])).toBe('CEL “event.type == "xx…” is false');
});

test('all that is not met is told on request, and one that reads what is not there is not counted', () => {
  const source = 'event.type == "purchase" && event.amount >= 50 && event.nothing > 1 && event.on';
  const { outcome, trace } = condition(source, EVENT, {}, { trace: 'ALL' });
  expect(outcome).toBe('NOT_MATCHED');
  expect(explainMiss(trace)).toBe('Type is “refund”; it must be “purchase”. Amount is 37.5; it must be at least 50');
  expect(condition(source, EVENT, {}, { trace: false }).outcome).toBe('NOT_MATCHED');
});

test('no more than three sentences are told, and how many there are besides', () => {
  const source = 'event.flag && event.amount > 50 && event.limit > 50 && event.type == "a" && event.type == "b"';
  expect(explainMiss(condition(source, EVENT, {}, { trace: 'ALL' }).trace)).toBe(
    'Flag is false; it must be true. Amount is 37.5; it must be over 50. Limit is 40; it must be over 50. 2 more conditions are not met',
  );
});
