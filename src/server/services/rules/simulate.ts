/**
 * Simulates rules on a hypothetical event: loads the present state as for a real event, overlays the
 * supposed state, runs the same engine, and rolls everything back.
 */
import type { SimulateConfiguration, SimulateRule } from '@/contract/rule-simulation';
import type { CodeVerdict } from '@/domain/codes/judge';
import { DomainError } from '@/domain/errors';
import type { JsonRecord } from '@/domain/rules/activation';
import { ruleBudget } from '@/domain/rules/cel/bounds';
import { effectsOf, type SimulatedEffect } from '@/domain/rules/effects';
import { evaluateEvent, type Evaluation } from '@/domain/rules/evaluate';
import { configurationOf, type RuleConfiguration } from '@/domain/rules/rule';
import { withNewcomers, type SupposedPerson } from '@/domain/rules/simulation';
import { SOMEBODY, SOMEBODY_ELSE, supposeAll, supposedCodes, supposedEnrollment } from '@/domain/rules/supposition';
import { bringUpToDate } from '@/domain/rules/up-to-date';
import type { Ctx } from '@/server/platform/context';
import { findKnownParticipants } from '@/server/db/repositories/events/enrollment';
import { withDryRun } from '@/server/db/dry-run';
import { readRuleConfiguration } from '@/server/db/repositories/rules/rule-configurations';
import { loadWorld } from '@/server/db/repositories/rules/world';
import type { Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { getProgram } from '@/server/services/programs/programs';
import { compileDraft } from './compile-draft';
import { getRule } from './rules';

export interface SimulationResult {
  readonly failure: DomainError | null;
  readonly evaluations: readonly Evaluation[];
  readonly effects: readonly SimulatedEffect[];
  /** Of the codes that were entered. */
  readonly codes: readonly CodeVerdict[];
  /** The participants that effects can refer to, by id; those who do not exist are marked `fresh`. */
  readonly people: ReadonlyMap<string, SupposedPerson>;
  /** A draft's references to its rules, by the ids used here. */
  readonly clientRefs: ReadonlyMap<string, string>;
}

type Command = Pick<SimulateRule, 'event' | 'state'>;

interface Trial {
  readonly configuration: RuleConfiguration;
  readonly clientRefs: ReadonlyMap<string, string>;
}

/** Simulates one stored rule. @throws DomainError not_found, invalid_status (archived), asset_not_linked. */
export async function simulateRule(ctx: Ctx, { id, ...command }: SimulateRule): Promise<SimulationResult> {
  const { program_id, status } = await getRule(ctx, id);
  if (status === 'ARCHIVED')
    throw new DomainError('invalid_status', 'The rule is archived and never runs again; simulate another one.', { param: 'id' });
  return simulate(ctx, program_id, command, async (tx) => {
    const { version, rules } = await readRuleConfiguration(tx, ctx.organization.id, program_id);
    return {
      configuration: configurationOf(
        version,
        rules.filter((rule) => rule.id === id),
      ),
      clientRefs: new Map(),
    };
  });
}

/**
 * Simulates all rules of a program, or a draft of them.
 * @throws DomainError not_found, whatever putting the draft would throw, asset_not_linked.
 */
export async function simulateConfiguration(ctx: Ctx, { id, configuration, ...command }: SimulateConfiguration): Promise<SimulationResult> {
  await getProgram(ctx, id);
  return simulate(ctx, id, command, async (tx) =>
    configuration
      ? compileDraft(ctx, tx, id, configuration)
      : { configuration: await readRuleConfiguration(tx, ctx.organization.id, id), clientRefs: new Map() },
  );
}

const tools = { newId, budget: ruleBudget(() => performance.now()) };

async function simulate(
  ctx: Ctx,
  programId: string,
  { event, state = {} }: Command,
  trial: (tx: Tx) => Promise<Trial>,
): Promise<SimulationResult> {
  const organizationId = ctx.organization.id;
  const entered = event.entered_codes ?? [];
  if (entered.length > 0 && event.codes !== undefined) throw judgedOrAssumed();
  return withDryRun(true, async (tx) => {
    const now = ctx.clock.now();
    const { configuration, clientRefs } = await trial(tx);
    const { actor, recipient } = await peopleOf(ctx, tx, { event, state });
    // Event data is read from JSON.
    const data = event.event_data as JsonRecord;
    const codes = [{ participantId: actor.id, codes: entered }];
    const named = { actorIds: [actor.id], recipientIds: recipient ? [recipient.id] : [], events: [data], codes };
    const loaded = await loadWorld(tx, { organizationId, programId, now, locksMeans: false }, named, configuration);
    const everybody = recipient ? [actor, recipient] : [actor];
    const world = withNewcomers(loaded.world, everybody);
    bringUpToDate(world, newId);
    supposeAll(world, state, { actor, recipient }, newId);
    const timestamp = event.event_timestamp === undefined ? now : new Date(event.event_timestamp.toUpperCase());
    const facts = {
      id: newId(),
      participantId: actor.id,
      recipientId: recipient?.id ?? null,
      data,
      timestamp,
      depth: 0,
      automationId: null,
      codes: entered.length > 0 ? { asked: entered, decisionId: null } : supposedCodes(event.codes),
    };
    const outcome = evaluateEvent(world, configuration, facts, tools);
    const people = new Map(
      [...world.participants.values()].map(({ id, externalId }) => [
        id,
        everybody.find((person) => person.id === id) ?? { id, externalId, fresh: false },
      ]),
    );
    const { failure, evaluations, codes: judged } = outcome;
    return { failure, evaluations, effects: effectsOf(outcome), codes: judged, people, clientRefs };
  });
}

const judgedOrAssumed = (): DomainError =>
  new DomainError(
    'invalid_request',
    'Let codes be judged with `entered_codes`, or assume with `codes` that they apply; leave one of them out.',
    {
      param: 'event.entered_codes',
    },
  );

async function peopleOf(ctx: Ctx, tx: Tx, { event, state }: Command): Promise<{ actor: SupposedPerson; recipient: SupposedPerson | null }> {
  const { external_id, recipient_external_id } = event;
  const names = [external_id, recipient_external_id].filter((name) => name !== undefined);
  const known = await findKnownParticipants(tx, ctx.organization.id, { externalIds: names, ids: [] }, []);
  const enrolledAt = { actor: supposedEnrollment(state?.participant), recipient: supposedEnrollment(state?.recipient) };
  const find = (name: string | undefined): SupposedPerson | null => {
    const found = known.find(({ externalId }) => externalId === name);
    return found ? { id: found.id, externalId: found.externalId, fresh: false } : null;
  };
  const actor = {
    ...(find(external_id) ?? { id: newId(), externalId: external_id ?? SOMEBODY, fresh: true }),
    enrolledAt: enrolledAt.actor,
  };
  if (recipient_external_id === undefined && state?.recipient === undefined) return { actor, recipient: null };
  if (recipient_external_id !== undefined && recipient_external_id === external_id) return { actor, recipient: actor };
  const recipient = find(recipient_external_id) ?? { id: newId(), externalId: recipient_external_id ?? SOMEBODY_ELSE, fresh: true };
  return { actor, recipient: { ...recipient, enrolledAt: enrolledAt.recipient } };
}
