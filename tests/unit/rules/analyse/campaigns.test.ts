/** Rules of campaigns are compared by when their campaigns run and whom they are for. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileCampaign } from '@/domain/campaigns/compiled';
import type { CampaignTerms } from '@/domain/campaigns/terms';
import { findingsAbout } from '@/domain/rules/analyse';
import type { AnalysedRule, AnalysisSurroundings } from '@/domain/rules/analyse/finding';
import { canStillRun, runsWhenever, runTogether } from '@/domain/rules/analyse/matching';
import { compileRule, type ActionSource, type RuleSource } from '@/domain/rules/rule';

const PTS = '00000000-0000-4000-8000-00000000000a';
const NOW = new Date('2027-03-01T12:00:00Z');
const day = (offset: number): string => new Date(NOW.getTime() + offset * 86_400_000).toISOString();
const none: ReadonlySet<string> = new Set();
const keys = { counter: none, attribute: none, tag: none };

const surroundings: AnalysisSurroundings = {
  now: NOW,
  assets: new Map([[PTS, { symbol: 'PTS', scale: 2, archived: false, unlimited: true }]]),
  tiers: new Map(),
  keys: { participant: { ...keys, tag: new Set(['vip']) }, group: keys, program: keys },
  failures: new Map(),
  observed: null,
};

const credit = { type: 'CREDIT', asset_id: PTS, amount: '10', target: { type: 'ACTOR' } };
/** The parts of a literal action that its type says are optional are absent. */
const actionsOf = (...actions: object[]): ActionSource[] => actions as ActionSource[];

let count = 0;
const campaign = (terms: Partial<CampaignTerms>) => {
  const id = `set-${(count += 1)}`;
  const plain = { description: null, starts_at: null, ends_at: null, audience: null, budgets: [], status: 'ACTIVE' as const };
  return compileCampaign({ id, name: 'Spring', terms: { ...plain, ...terms }, createdAt: NOW });
};

function rule(terms: Partial<CampaignTerms> | ReturnType<typeof campaign> | null, fields: Partial<RuleSource> = {}): AnalysedRule {
  const own = terms === null ? null : 'terms' in terms ? terms : campaign(terms);
  const id = `rule-${(count += 1)}`;
  const source: RuleSource = {
    id,
    ruleSetId: own?.id ?? 'plain',
    name: id,
    version: 1,
    status: 'ACTIVE',
    condition: 'event.type == "purchase"',
    actions: actionsOf(credit),
    activeFrom: null,
    activeTo: null,
    stopAfterMatch: false,
    budgets: [],
    createdAt: NOW,
    campaign: own,
    ...fields,
  };
  return { ruleId: id, ruleSetId: source.ruleSetId, clientRef: null, rule: compileRule(source) };
}

const about = (one: AnalysedRule, rules: readonly AnalysedRule[]) => findingsAbout(one, { rules, surroundings });
const codes = (one: AnalysedRule, rules: readonly AnalysedRule[]) => about(one, rules).map(({ code }) => code);

describe('rules that credit the same are told of each other', () => {
  test.each<[string, Partial<CampaignTerms> | null, Partial<CampaignTerms> | null, boolean]>([
    ['where neither campaign has a window', {}, {}, true],
    ['where a campaign runs beside an ordinary rule', { starts_at: day(1), ends_at: day(5) }, null, true],
    ['where the windows overlap', { ends_at: day(5) }, { starts_at: day(4) }, true],
    ['where drafts would', { ends_at: day(5), status: 'DRAFT' }, { status: 'PAUSED' }, true],
    ['not where one has ended', { ends_at: day(0) }, null, false],
    ['not where they overlapped in the past only', { starts_at: day(-9), ends_at: day(-1) }, { starts_at: day(-5) }, false],
    ['not where one begins when the other ends', { ends_at: day(5) }, { starts_at: day(5) }, false],
    [
      'not where their audiences exclude each other',
      { audience: '"vip" in participant.tags' },
      { audience: '!("vip" in participant.tags)' },
      false,
    ],
    ['not where an audience excludes the condition', { audience: 'event.type == "visit"' }, null, false],
  ])('%s', (_, one, other, expected) => {
    const rules = [rule(one), rule(other)];
    for (const each of rules) expect(codes(each, rules).includes('double_credit')).toBe(expected);
  });

  test('and what they match is told by condition and audience together', () => {
    const rules = [rule({ audience: 'event.amount > 10' }), rule(null)];
    expect(about(rules[0]!, rules)[0]?.message).toMatch(/^"rule-\d+" matches every event that this rule matches/);
    expect(about(rules[1]!, rules)[0]?.message).toMatch(/^This rule matches every event that "rule-\d+" matches/);
  });
});

describe('a rule that no longer matches says so', () => {
  const unreachable = (one: AnalysedRule, rules = [one]) => about(one, rules).find(({ code }) => code === 'unreachable_rule')?.message;

  test('when its campaign has ended', () => {
    expect(unreachable(rule({ ends_at: day(0) }))).toBe(
      `The campaign "Spring" ran until ${day(0)}; its rules match no event from then on.`,
    );
    expect(unreachable(rule({ ends_at: day(1) }))).toBeUndefined();
    expect(unreachable(rule({ ends_at: day(-1), status: 'DRAFT' }))).toBeUndefined();
  });

  test('when it is active only before or after its campaign', () => {
    expect(unreachable(rule({ ends_at: day(5) }, { activeFrom: new Date(day(5)) }))).toMatch(/are never active at the same time/);
    expect(unreachable(rule({ starts_at: day(5) }, { activeTo: new Date(day(5)) }))).toMatch(/are never active at the same time/);
    expect(unreachable(rule({ starts_at: day(5) }, { activeTo: new Date(day(6)) }))).toBeUndefined();
  });

  test('when a rule before it stops the set for as long as the campaign runs', () => {
    const spring = campaign({ ends_at: day(5) });
    const stopping = (activeTo: string) => rule(spring, { stopAfterMatch: true, activeTo: new Date(activeTo) });
    const later = rule(spring);
    expect(unreachable(later, [stopping(day(9)), later])).toMatch(/is never reached/);
    expect(unreachable(later, [stopping(day(4)), later])).toBeUndefined();
  });
});

test('a budget or an audience of the campaign limits what one event can issue', () => {
  const any = { actions: actionsOf({ ...credit, amount: '{{ event.amount }}' }) };
  const unlimited = (terms: Partial<CampaignTerms>) => {
    const one = rule(terms, any);
    return codes(one, [one]).includes('unbudgeted_issuance');
  };
  expect(unlimited({})).toBe(true);
  expect(unlimited({ budgets: [{ asset_id: PTS, scope: 'PROGRAM', limit: '100', schedule_type: null }] })).toBe(false);
  expect(unlimited({ audience: 'event.amount <= 100' })).toBe(false);
});

test('events of a rule whose campaign has ended make no cycle', () => {
  const emitting = (ends_at: string | null) =>
    rule({ ends_at }, { actions: actionsOf({ type: 'BROADCAST', event_name: 'purchase', payload: {}, target: { type: 'ACTOR' } }) });
  for (const [ends_at, expected] of [
    [null, true],
    [day(0), false],
  ] as const) {
    const one = emitting(ends_at);
    expect(codes(one, [one]).includes('event_cycle')).toBe(expected);
  }
});

const time = fc.option(fc.integer({ min: -3, max: 3 }).map((offset) => new Date(day(offset))));
interface Windows {
  readonly activeFrom: Date | null;
  readonly activeTo: Date | null;
  readonly campaign: ReturnType<typeof campaign>;
}
const matching: fc.Arbitrary<Windows> = fc
  .record({ activeFrom: time, activeTo: time, starts: time, ends: time })
  .map(({ starts, ends, ...own }) => ({
    ...own,
    campaign: campaign({ starts_at: starts?.toISOString() ?? null, ends_at: ends?.toISOString() ?? null }),
  }));
const runsAt = ({ activeFrom, activeTo, campaign: { startsAt, endsAt } }: Windows, at: Date) =>
  [activeFrom, startsAt].every((from) => !from || from <= at) && [activeTo, endsAt].every((to) => !to || at < to);

test('windows are compared as the times say in which rules and campaigns both run', () => {
  const times = Array.from({ length: 33 }, (_, index) => new Date(day((index - 16) / 4)));
  const ahead = times.filter((at) => at >= NOW);
  fc.assert(
    fc.property(matching, matching, (one, other) => {
      expect(canStillRun(one, NOW)).toBe(ahead.some((at) => runsAt(one, at)));
      expect(runTogether(one, other, NOW)).toBe(ahead.some((at) => runsAt(one, at) && runsAt(other, at)));
      if (runsWhenever(one, other)) expect(times.every((at) => !runsAt(other, at) || runsAt(one, at))).toBe(true);
    }),
  );
});
