/**
 * Runs an example of a rule: the rule alone, its budgets unused and the wallets full, on people who are new to the program and have only
 * what the example supposes. So the outcome depends on the rule and on the assets and tiers of the program, and on nothing that happened.
 */
import { DomainError } from '@/domain/errors';
import { MAX_INTEGER_DIGITS } from '@/domain/amount-text';
import { accountKey, EMPTY_BALANCE, emptyAccount, type AccountKey, type AccountState } from '@/domain/ledger/accounts';
import { Amount } from '@/domain/money';
import type { JsonRecord } from '../activation';
import { effectsOf, type SimulatedEffect } from '../effects';
import { evaluateEvent, type Evaluation, type EvaluationTools } from '../evaluate';
import { explainMiss } from '../explanation';
import { configurationOf, type CompiledRule } from '../rule';
import { withNewcomers, type SupposedPerson } from '../simulation';
import { SOMEBODY, SOMEBODY_ELSE, supposeAll, supposedCodes, supposedEnrollment } from '../supposition';
import type { World } from '../world';
import { isAsExpected } from './compare';
import type { ExampleEffect, ExampleOutcome, ExampleSource } from './example';

export interface ExampleResult {
  readonly example: ExampleSource;
  readonly passed: boolean;
  readonly got: ExampleOutcome & {
    /** Why the event would fail as a whole; the example then fails whatever it expects. */
    readonly failure: { readonly code: string; readonly message: string } | null;
    /** Why the rule did nothing, if it did nothing. */
    readonly reason: string | null;
  };
}

/** @param world as it was loaded for the rule, with nobody's events; it is left as it is. */
export function runExample(world: World, rule: CompiledRule, example: ExampleSource, tools: EvaluationTools): ExampleResult {
  const got = tried(world, rule, example, tools);
  return { example, got, passed: got.failure === null && isAsExpected(example.expects, got) };
}

function tried(world: World, rule: CompiledRule, { event, state = {} }: ExampleSource, tools: EvaluationTools): ExampleResult['got'] {
  const { newId } = tools;
  const actor = { id: newId(), externalId: SOMEBODY, fresh: true, enrolledAt: supposedEnrollment(state.participant) };
  const recipient = state.recipient
    ? { id: newId(), externalId: SOMEBODY_ELSE, fresh: true, enrolledAt: supposedEnrollment(state.recipient) }
    : null;
  const people = { actor, recipient };
  try {
    const stage = withNewcomers(untouched(world), recipient ? [actor, recipient] : [actor]);
    supposeAll(stage, state, people, newId);
    const facts = {
      id: newId(),
      participantId: actor.id,
      recipientId: recipient?.id ?? null,
      // An example is read from JSON.
      data: event.event_data as JsonRecord,
      timestamp: event.event_timestamp === undefined ? world.now : new Date(event.event_timestamp.toUpperCase()),
      depth: 0,
      automationId: null,
      codes: supposedCodes(event.codes),
    };
    const outcome = evaluateEvent(stage, configurationOf(0, [{ ...rule, status: 'ACTIVE' }]), facts, tools);
    const [evaluation] = outcome.evaluations;
    return {
      matched: outcome.failure === null && evaluation?.status === 'MATCHED',
      effects: effectsOf(outcome).map((effect) => exampleEffect(effect, people, world)),
      failure: outcome.failure && failureOf(outcome.failure),
      reason: outcome.failure?.message ?? reasonOf(evaluation),
    };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { matched: false, effects: [], failure: failureOf(error), reason: error.message };
  }
}

const failureOf = ({ code, message }: DomainError) => ({ code, message });

/** A copy on which an example can be tried, without what the program has and has given so far. */
function untouched(world: World): World {
  const states = new Map(world.states);
  states.delete(world.program.id);
  return {
    ...world,
    program: { ...world.program, status: 'ACTIVE' },
    states,
    accounts: new Map([...world.accounts, ...fullWallets(world)]),
    budgets: new Map(),
  };
}

const FULL = new Amount(10).pow(MAX_INTEGER_DIGITS - 1);

function fullWallets({ program, assets }: World): [AccountKey, AccountState][] {
  const prefunded = [...assets.values()].filter(({ issuancePolicy }) => issuancePolicy === 'PREFUNDED');
  return prefunded.map(({ id }) => {
    const wallet = emptyAccount({ type: 'PROGRAM_WALLET', id: program.id, programId: program.id, assetId: id });
    return [accountKey(program.id, program.id, id), { ...wallet, balance: { ...EMPTY_BALANCE, available: FULL } }];
  });
}

function reasonOf(evaluation: Evaluation | undefined): string | null {
  if (evaluation === undefined || evaluation.status === 'MATCHED') return null;
  return evaluation.reason ?? explainMiss(evaluation.trace);
}

interface People {
  readonly actor: SupposedPerson;
  readonly recipient: SupposedPerson | null;
}

function exampleEffect(effect: SimulatedEffect, { actor, recipient }: People, { assets }: World): ExampleEffect {
  const { type, target, assetId, bucket, amount, key, value } = effect;
  const asset = assetId === undefined ? undefined : assets.get(assetId)?.symbol;
  const person = target?.id === actor.id ? 'ACTOR' : target?.id === recipient?.id ? 'RECIPIENT' : target?.type;
  return {
    type,
    ...(target === null || person === undefined ? {} : { target: person }),
    ...(asset === undefined ? {} : { asset }),
    ...(bucket === undefined ? {} : { bucket }),
    ...(amount === undefined ? {} : { amount }),
    ...(key === undefined ? {} : { key }),
    ...(value === undefined ? {} : { value }),
  };
}
