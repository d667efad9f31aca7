/** Which codes apply to an event, and why the others do not: a table of terms. */
import { describe, expect, test } from 'vitest';
import { CodeBook, CodeTally, type CodeBatchFacts, type CodeFacts } from '@/domain/codes/book';
import { appliedCodes, judgeCodes, usesOfCodes, type CodeVerdict } from '@/domain/codes/judge';
import { DomainError } from '@/domain/errors';
import { CODE_CONDITION_ROOTS } from '@/domain/rules/activation';
import { ruleBudget } from '@/domain/rules/cel/bounds';
import { compileCondition } from '@/domain/rules/condition';
import { activation } from '../rules/support';

const NOW = new Date('2026-03-01T12:00:00Z');
const ADA = 'ada';

const batch = (changes: Partial<CodeBatchFacts> = {}): CodeBatchFacts => ({
  id: 'spring',
  key: 'spring',
  campaignId: null,
  status: 'ACTIVE',
  maxTotal: null,
  maxPerParticipant: null,
  activeFrom: null,
  activeTo: null,
  condition: null,
  exclusiveGroup: null,
  priority: 0,
  redeemedCount: 0,
  ...changes,
});

interface Given {
  readonly batches?: readonly Partial<CodeBatchFacts>[];
  readonly code?: Partial<CodeFacts>;
  readonly usedByAda?: number;
  readonly attemptsLeft?: number;
}

/** A code S1 of the first batch, S2 of the second, and so on. */
function bookOf({ batches = [{}], code = {}, usedByAda = 0, attemptsLeft = 10 }: Given): CodeBook {
  const all = batches.map((changes, index) => batch({ id: `batch-${index}`, key: `key-${index}`, ...changes }));
  const codes = all.map(({ id }, index): CodeFacts => ({
    code: `S${index + 1}`,
    batchId: id,
    isVoid: false,
    maxUses: null,
    used: 0,
    ...code,
  }));
  return new CodeBook(
    new Map(codes.map((facts) => [facts.code, facts])),
    new Map(all.map((facts) => [facts.id, facts])),
    new Map(all.map(({ id }) => [`${id}/${ADA}`, usedByAda])),
    new Map([[ADA, attemptsLeft]]),
  );
}

const judge = (asked: string[], given: Given = {}, tally = new CodeTally()): CodeVerdict[] =>
  judgeCodes(asked, {
    book: bookOf(given),
    tally,
    organizationId: 'organization',
    participantId: ADA,
    activation: activation({ amount: 37.5 }, { now: NOW }),
    budget: ruleBudget(() => 0),
    friends: { judge: () => new DomainError('code_unknown', 'There is no such code.') },
  });

const told = (verdicts: readonly CodeVerdict[]) => verdicts.map(({ code, refusal }) => [code, refusal && refusal.code]);
const condition = (source: string) => compileCondition(source, CODE_CONDITION_ROOTS);

describe('a code', () => {
  test.each<[string, Given, string | null]>([
    ['without limits applies', {}, null],
    ['that was made void does not', { code: { isVoid: true } }, 'code_inactive'],
    ['of a paused batch does not', { batches: [{ status: 'PAUSED' }] }, 'code_inactive'],
    ['of an archived batch does not', { batches: [{ status: 'ARCHIVED' }] }, 'code_inactive'],
    ['of a batch that is being made does not', { batches: [{ status: 'GENERATING' }] }, 'code_inactive'],
    ['applies from its first instant on', { batches: [{ activeFrom: NOW }] }, null],
    ['does not apply before', { batches: [{ activeFrom: new Date(NOW.getTime() + 1) }] }, 'code_not_yet'],
    ['applies up to its last instant', { batches: [{ activeTo: new Date(NOW.getTime() + 1) }] }, null],
    ['does not apply at its end', { batches: [{ activeTo: NOW }] }, 'code_expired'],
    ['with uses left applies', { code: { maxUses: 2, used: 1 } }, null],
    ['without uses left does not', { code: { maxUses: 2, used: 2 } }, 'code_used'],
    ['of a batch with uses left applies', { batches: [{ maxTotal: 5, redeemedCount: 4 }] }, null],
    ['of a batch without uses left does not', { batches: [{ maxTotal: 5, redeemedCount: 5 }] }, 'code_used'],
    ['applies while the participant has uses left', { batches: [{ maxPerParticipant: 2 }], usedByAda: 1 }, null],
    ['does not when the participant has none left', { batches: [{ maxPerParticipant: 2 }], usedByAda: 2 }, 'code_used'],
    ['whose condition is true applies', { batches: [{ condition: condition('event.amount >= 20') }] }, null],
    ['whose condition is false does not', { batches: [{ condition: condition('event.amount >= 50') }] }, 'code_conditions_not_met'],
    ['whose condition fails does not', { batches: [{ condition: condition('event.missing > 1') }] }, 'code_conditions_not_met'],
  ])('%s', (_name, given, expected) => expect(told(judge(['s1'], given))).toEqual([['S1', expected]]));

  test('says what its condition misses, and by how much', () => {
    const [verdict] = judge(['s1'], { batches: [{ condition: condition('event.amount >= 50') }] });
    expect(verdict?.refusal).toEqual({
      code: 'code_conditions_not_met',
      message: 'Amount is 37.5; it must be at least 50.',
      margin: '-12.5',
    });
  });

  test('is one code in whatever spelling, however often it is entered', () => {
    expect(told(judge(['s-1', 'S1', ' s 1']))).toEqual([['S1', null]]);
  });

  test('that is unknown takes an attempt, and nothing is looked up once none are left', () => {
    expect(told(judge(['x1', 'x2', 's1'], { attemptsLeft: 1 }))).toEqual([
      ['X1', 'code_unknown'],
      ['X2', 'code_attempts_exceeded'],
      ['S1', 'code_attempts_exceeded'],
    ]);
    expect(told(judge(['x_1']))).toEqual([['X_1', 'code_unknown']]);
  });
});

describe('codes of an exclusive group', () => {
  const group = { exclusiveGroup: 'discount' };

  test('give way to the one with the highest priority', () => {
    const verdicts = judge(['s1', 's2', 's3'], { batches: [group, { ...group, priority: 2 }, {}] });
    expect(told(verdicts)).toEqual([
      ['S1', 'code_not_stackable'],
      ['S2', null],
      ['S3', null],
    ]);
    expect(appliedCodes(verdicts).map(({ code }) => code)).toEqual(['S2', 'S3']);
  });

  test('give way to the one that was entered first when their priorities are equal', () => {
    expect(told(judge(['s2', 's1'], { batches: [group, group] }))).toEqual([
      ['S2', null],
      ['S1', 'code_not_stackable'],
    ]);
  });

  test('give way only to one that applies', () => {
    expect(told(judge(['s1', 's2'], { batches: [group, { ...group, priority: 2, status: 'PAUSED' }] }))).toEqual([
      ['S1', null],
      ['S2', 'code_inactive'],
    ]);
  });
});

test('what an event has used counts for the next one, and what is given back does not', () => {
  const given = { code: { maxUses: 1 } };
  const tally = new CodeTally();
  const [use] = usesOfCodes(judge(['s1'], given), { id: 'event', participantId: ADA, decisionId: null }, () => 'use');
  expect(use).toMatchObject({ type: 'TAKE', code: 'S1', eventId: 'event' });
  if (use) tally.add(use);
  expect(told(judge(['s1'], given, tally))).toEqual([['S1', 'code_used']]);
  if (use) tally.add({ ...use, type: 'RETURN' });
  expect(told(judge(['s1'], given, tally))).toEqual([['S1', null]]);
});
