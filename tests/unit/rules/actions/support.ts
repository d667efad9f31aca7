/** Provides an in-memory world and evaluates rules over it, without a database. */
import { noChallenges } from '@/domain/challenges/book';
import { noCodes } from '@/domain/codes/book';
import { noReferrals } from '@/domain/referrals/book';
import { amountOf } from '@/domain/money';
import type { ActionSource } from '@/domain/rules/actions/catalog';
import { evaluateEvent, type EventFacts, type EventOutcome } from '@/domain/rules/evaluate';
import { compileRule, configurationOf, type RuleSource } from '@/domain/rules/rule';
import type { World } from '@/domain/rules/world';
import { tierOf } from '@/domain/tiers/tier';
import { BUDGET } from '../support';

export const NOW = new Date('2026-03-01T12:00:00.000Z');
export const PTS = 'asset-pts';

const level = (key: string, rank: number, threshold: string) => ({
  key,
  rank,
  display_name: null,
  benefits: [],
  color: null,
  icon_url: null,
  qualification: { mode: 'ALL' as const, criteria: [{ counter: 'points', operator: 'GTE' as const, threshold }] },
});

export const STATUS = tierOf({
  programId: 'program',
  key: 'status',
  status: 'ACTIVE',
  programActive: true,
  levels: [level('silver', 1, '100'), level('gold', 2, '1000')],
  lifecycle: null,
});

/** Ada and Bob in one program with one asset and no balances. */
export const world = (changes: Partial<World> = {}): World => ({
  now: NOW,
  program: { id: 'program', organizationId: 'organization', status: 'ACTIVE', timezone: 'UTC' },
  assets: new Map([
    [
      PTS,
      {
        id: PTS,
        symbol: 'PTS',
        scale: 2,
        inventoryMode: 'SIMPLE',
        issuancePolicy: 'UNLIMITED',
        maxTransactionAmount: amountOf('1000'),
        status: 'ACTIVE',
      },
    ],
  ]),
  participants: new Map(['ada', 'bob'].map((id) => [id, { id, externalId: `ext-${id}`, status: 'ACTIVE', enrolledAt: NOW }])),
  externalIds: new Map([['ext-bob', 'bob']]),
  groups: new Map(),
  memberships: new Map(),
  programTiers: [STATUS],
  reachableTiers: new Map([['ada', [STATUS]]]),
  states: new Map(),
  accounts: new Map(),
  earnings: { references: new Set(), byAccount: new Map() },
  budgets: new Map(),
  codes: noCodes(),
  challenges: noChallenges(),
  referrals: noReferrals(),
  ...changes,
});

let rules = 0;

export const rule = (actions: readonly ActionSource[], fields: Partial<RuleSource> = {}): RuleSource => ({
  id: `rule-${(rules += 1)}`,
  ruleSetId: 'set',
  name: 'A rule',
  version: 1,
  status: 'ACTIVE',
  condition: 'true',
  actions,
  activeFrom: null,
  activeTo: null,
  stopAfterMatch: false,
  budgets: [],
  createdAt: NOW,
  ...fields,
});

/** Runs rules over one event of Ada; ids are `id-1`, `id-2` and so on. */
export function evaluate(sources: readonly RuleSource[], event: Partial<EventFacts> = {}, over: World = world()): EventOutcome {
  let ids = 0;
  const facts = {
    id: 'event',
    participantId: 'ada',
    recipientId: null,
    data: {},
    timestamp: NOW,
    depth: 0,
    automationId: null,
    codes: null,
    ...event,
  };
  return evaluateEvent(over, configurationOf(1, sources.map(compileRule)), facts, { newId: () => `id-${(ids += 1)}`, budget: BUDGET });
}

/** The outcome of an event that must complete. */
export function decided(outcome: EventOutcome) {
  if (outcome.failure) throw outcome.failure;
  return outcome;
}
