/** What is kept of verdicts gives back, with the rules that ran and the event, all that was told of them. */
import { describe, expect, test } from 'vitest';
import type { ActionSource } from '@/domain/rules/rule';
import type { ActionOutcome } from '@/domain/rules/actions/kind';
import type { Evaluation } from '@/domain/rules/evaluate';
import { keptEvaluation, toldEvaluations, type Concerned } from '@/domain/rules/kept-evaluation';
import { compileRule } from '@/domain/rules/rule';
import type { TraceStep } from '@/domain/rules/trace';

const EVENT: Concerned = { programId: 'club', participantId: 'ada', recipientId: 'bob' };
const ADA = { type: 'PARTICIPANT', id: 'ada' } as const;
const CREDIT: ActionSource = { type: 'CREDIT', asset_id: 'points', amount: '5', target: { type: 'ACTOR' } };
const TAG: ActionSource = { type: 'TAG', tag: 'gold', target: { type: 'PROGRAM' } };
const CONDITION = 'event.amount > 20 && event.amount < 100';

const ruleOf = (condition: string, actions: readonly ActionSource[]) =>
  compileRule({
    id: 'rule',
    ruleSetId: 'set',
    name: 'Purchases',
    version: 3,
    status: 'ACTIVE',
    condition,
    actions,
    activeFrom: null,
    activeTo: null,
    stopAfterMatch: false,
    budgets: [],
    createdAt: new Date(0),
  });

function evaluationOf(
  { condition = CONDITION, sources = [CREDIT] }: { condition?: string; sources?: readonly ActionSource[] },
  verdict: Partial<Omit<Evaluation, 'rule'>>,
): Evaluation {
  return { rule: ruleOf(condition, sources), status: 'MATCHED', reason: null, trace: [], actions: [], ...verdict };
}

const keep = (evaluation: Evaluation, event = EVENT, failed = false) => keptEvaluation(evaluation, event, failed);

/** Through the text in which it is stored. */
function toldAgain(evaluations: readonly Evaluation[], event = EVENT, failed = false) {
  const kept = evaluations.map((one) => JSON.parse(JSON.stringify(keep(one, event, failed))) as ReturnType<typeof keep>);
  const rules = evaluations.map(({ rule }) => ({
    ...rule,
    condition: rule.condition.source,
    actions: rule.actions.map(({ source }) => source),
  }));
  return toldEvaluations(kept, rules, event);
}

const told = ({ rule, ...verdict }: Evaluation) => ({
  rule_id: rule.id,
  rule_set_id: rule.ruleSetId,
  rule_name: rule.name,
  rule_version: rule.version,
  ...verdict,
});

const TRACE: readonly TraceStep[] = [
  { expression: CONDITION, value: false },
  { expression: 'event.amount > 20', value: false, margin: '-7.5' },
  { expression: 'event.amount', value: 12.5 },
  { expression: 'a text that is not in the condition', value: { error: 'absent' } },
  { expression: `${'x'.repeat(200)}…`, value: 'cut', margin: '1' },
];

const APPLIED: ActionOutcome = {
  type: 'CREDIT',
  result: 'APPLIED',
  target: ADA,
  asset_id: 'points',
  amount: '5.00',
  journal_entry_id: 'entry',
};

test('of a credit to its actor only the amount and the entry are kept, and of its condition only values', () => {
  const trace = [{ expression: 'event.amount > 20', value: true }];
  expect(keep(evaluationOf({}, { trace, actions: [APPLIED] }))).toEqual({
    status: 'MATCHED',
    trace: [[0, 17, true]],
    actions: [{ amount: '5.00', journal_entry_id: 'entry' }],
  });
});

describe('all of it is told again', () => {
  test.each<[string, Evaluation]>([
    ['a rule that matched', evaluationOf({}, { actions: [APPLIED] })],
    ['a trace, with texts that are cut or are not in the condition', evaluationOf({}, { status: 'NOT_MATCHED', trace: TRACE })],
    ['a rule that was skipped', evaluationOf({}, { status: 'SKIPPED_INACTIVE', reason: 'the rule is suspended' })],
    ['an action without a target', evaluationOf({}, { actions: [{ type: 'CREDIT', result: 'SKIPPED_ZERO', asset_id: 'points' }] })],
    ['an action without an asset', evaluationOf({}, { actions: [{ type: 'CREDIT', result: 'SKIPPED_ZERO' }] })],
    ['a target that the rule does not name', evaluationOf({}, { actions: [{ ...APPLIED, target: { type: 'GROUP', id: 'team' } }] })],
    ['another asset than the rule names', evaluationOf({}, { actions: [{ ...APPLIED, asset_id: 'miles' }] })],
    [
      'a participant by the caller’s own id',
      evaluationOf({ sources: [{ ...CREDIT, target: { type: 'PARTICIPANT', external_id: 'ada' } }] }, { actions: [APPLIED] }),
    ],
    [
      'a participant, a recipient and a group by id',
      evaluationOf(
        {
          sources: [
            { ...CREDIT, target: { type: 'PARTICIPANT', id: 'eve' } },
            { ...CREDIT, target: { type: 'RECIPIENT' } },
            { ...CREDIT, target: { type: 'GROUP', id: 'team' } },
          ],
        },
        {
          actions: [
            { ...APPLIED, target: { type: 'PARTICIPANT', id: 'eve' } },
            { ...APPLIED, target: { type: 'PARTICIPANT', id: 'bob' } },
            { ...APPLIED, target: { type: 'GROUP', id: 'team' } },
          ],
        },
      ),
    ],
    [
      'a state of the program',
      evaluationOf(
        { sources: [TAG] },
        { actions: [{ type: 'TAG', result: 'UNCHANGED', target: { type: 'PROGRAM', id: 'club' }, key: 'gold', value: null }] },
      ),
    ],
  ])('%s', (_, evaluation) => {
    expect(toldAgain([evaluation])).toEqual([told(evaluation)]);
  });
});

test('each verdict is told with the rule at its place, as far as there are verdicts', () => {
  const first = evaluationOf({}, { status: 'NOT_MATCHED', trace: [{ expression: 'event.amount', value: 1 }] });
  const second = evaluationOf({ condition: 'true', sources: [TAG] }, { trace: [{ expression: 'true', value: true }] });
  expect(toldAgain([first, second])).toEqual([told(first), told(second)]);
});

test('an event that failed has no actions, and one about nobody has targets in full', () => {
  const evaluation = evaluationOf({}, { actions: [APPLIED] });
  expect(toldAgain([evaluation], EVENT, true)).toEqual([{ ...told(evaluation), actions: [] }]);
  expect(toldAgain([evaluation], { ...EVENT, participantId: null })).toEqual([told(evaluation)]);
});
