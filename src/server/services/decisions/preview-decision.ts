/** Decides without a trace: on the participant's present state, or a new participant's, after their earlier events; nothing is written. */
import type { Decide, DecisionRecord } from '@/contract/decision';
import type { RuleEvaluation } from '@/contract/event';
import { only } from '@/domain/assert';
import { decideTogether, type DecisionMade } from '@/domain/decisions/decide';
import { DomainError } from '@/domain/errors';
import { admit, type AdmittedEvent } from '@/domain/events/admission';
import { ruleBudget } from '@/domain/rules/cel/bounds';
import type { Evaluation, EventFacts } from '@/domain/rules/evaluate';
import { explainMiss } from '@/domain/rules/explanation';
import type { RuleConfiguration } from '@/domain/rules/rule';
import { withNewcomers } from '@/domain/rules/simulation';
import type { World } from '@/domain/rules/world';
import { withDryRun } from '@/server/db/dry-run';
import { peekEarlierEvents } from '@/server/db/repositories/events/earlier-events';
import { findKnownParticipants, loadProgramAdmissions } from '@/server/db/repositories/events/enrollment';
import { findRedemptionSettings } from '@/server/db/repositories/rewards/redemptions';
import { loadWorld } from '@/server/db/repositories/rules/world';
import type { Ctx } from '@/server/platform/context';
import { idsAt, newId } from '@/server/platform/ids';
import { factsOf, peopleOf } from '@/server/services/events/claimed-events';
import { sentEvent } from '@/server/services/events/ingest-events';
import { inTurns } from '@/server/services/events/in-turns';
import { openShelf, priceRedemptions } from './price-redemptions';
import { tell } from './tell-decision';

interface Preview {
  readonly made: DecisionMade;
  readonly event: AdmittedEvent;
  readonly world: World;
  readonly configuration: RuleConfiguration;
  /** The ids of participants who do not exist. */
  readonly fresh: ReadonlySet<string>;
}

/** @param evaluations whether to tell the verdict of every rule. */
export function describePreview({ made, event, world, configuration, fresh }: Preview, evaluations: boolean): DecisionRecord {
  const at = world.now.toISOString();
  return {
    id: null,
    program_id: event.programId,
    participant_id: fresh.has(event.participantId) ? null : event.participantId,
    external_id: event.externalId,
    idempotency_key: null,
    mode: 'PREVIEW',
    status: made.failure ? 'FAILED' : 'PREVIEWED',
    event_id: null,
    event_data: event.eventData,
    event_timestamp: event.eventTimestamp.toISOString(),
    ...tell(made, world, fresh),
    redemptions: [],
    reason: null,
    ...(evaluations ? { evaluations: made.evaluations.map(previewedEvaluation) } : {}),
    rule_configuration_version: configuration.version,
    expires_at: null,
    created_at: at,
    updated_at: at,
    resolved_at: null,
  };
}

/** Without the ids of what a preview does not make. */
const previewedEvaluation = ({ rule, status, reason, trace, actions }: Evaluation): RuleEvaluation => ({
  rule_id: rule.id,
  rule_set_id: rule.ruleSetId,
  rule_name: rule.name,
  rule_version: rule.version,
  status,
  reason,
  explanation: status === 'NOT_MATCHED' ? explainMiss(trace) : null,
  trace: [...trace],
  actions: actions.map(({ journal_entry_id: _entry, event_id: _event, broadcast_id: _broadcast, ...action }) => action),
});

const budget = ruleBudget(() => performance.now());

/** @throws DomainError as sending the event, and refusals of redemptions that no state of anybody could grant. */
export async function previewDecision(ctx: Ctx, input: Decide): Promise<Preview> {
  const { mode: _, redemptions, expires_at: _expires, evaluations: _evaluations, ...item } = input;
  const sent = sentEvent(ctx, { ...item, idempotency_key: item.idempotency_key ?? newId() });
  if (sent instanceof DomainError) throw sent;
  const organizationId = ctx.organization.id;
  const { program_id: programId } = item;
  return withDryRun(true, async (tx) => {
    const now = ctx.clock.now();
    const names = sent.recipient ? [sent.actor, sent.recipient] : [sent.actor];
    const [programs, participants] = await Promise.all([
      loadProgramAdmissions(tx, organizationId, [programId]),
      findKnownParticipants(
        tx,
        organizationId,
        {
          externalIds: names.flatMap((name) => ('externalId' in name ? [name.externalId] : [])),
          ids: names.flatMap((name) => ('id' in name ? [name.id] : [])),
        },
        [programId],
      ),
    ]);
    const state = { organizationId, now, programs, participants, stored: { has: () => false } };
    const { answers, events, newcomers } = admit([sent], state, { newEventId: idsAt(now), newParticipantId: newId });
    const answer = only(answers);
    if (answer instanceof DomainError) throw answer;
    const event = only(events);
    const earlier = await peekEarlierEvents(tx, { organizationId, programId, now }, event.participantId);
    const people = peopleOf(earlier);
    const data = event.eventData as EventFacts['data']; // read from JSON
    const rewardIds = redemptions.flatMap(({ reward_id }) => reward_id ?? []);
    const [shelf, settings] = await Promise.all([
      openShelf(tx, organizationId, rewardIds, [event.participantId]),
      redemptions.length > 0 ? findRedemptionSettings(tx, organizationId, programId) : null,
    ]);
    const named = {
      actorIds: [event.participantId],
      recipientIds: [...people.recipientIds, ...(event.recipientId === null ? [] : [event.recipientId])],
      events: [...people.events, data],
    };
    const loaded = await loadWorld(tx, { organizationId, programId, now, locksMeans: false }, named);
    const fresh = new Set(newcomers.map(({ id }) => id));
    const world = withNewcomers(
      loaded.world,
      newcomers.map(({ id, externalId }) => ({ id, externalId, fresh: true })),
    );
    const order = {
      type: 'DECIDE',
      id: newId(),
      mode: 'PREVIEW',
      event: {
        id: event.id,
        participantId: event.participantId,
        recipientId: event.recipientId,
        data,
        timestamp: event.eventTimestamp,
        depth: 0,
        automationId: null,
      },
      spends: priceRedemptions({ world, shelf, settings }, event.participantId, redemptions),
    } as const;
    const batch = { earlier: earlier.map(factsOf), orders: [order], stock: shelf.stock };
    const { outcomes } = await inTurns(decideTogether(world, loaded.configuration, batch, { newId: idsAt(now), budget }), undefined);
    const made = only(outcomes);
    if (made instanceof DomainError) throw made;
    return { made, event, world, configuration: loaded.configuration, fresh };
  });
}
