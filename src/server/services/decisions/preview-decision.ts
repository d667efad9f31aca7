/** Decides without a trace: on the participant's present state, or a new participant's, after their earlier events; nothing is written. */
import type { Decide, DecisionRecord } from '@/contract/decision';
import { only } from '@/domain/assert';
import { decideTogether, type DecisionMade } from '@/domain/decisions/decide';
import { DomainError, orRefusal } from '@/domain/errors';
import { admit, namedIn, type AdmittedEvent } from '@/domain/events/admission';
import { ruleBudget } from '@/domain/rules/cel/bounds';
import type { RuleConfiguration } from '@/domain/rules/rule';
import { withNewcomers } from '@/domain/rules/simulation';
import type { World } from '@/domain/rules/world';
import { withoutTrace } from '@/server/db/dry-run';
import { peekEarlierEvents } from '@/server/db/repositories/events/earlier-events';
import { findKnownParticipants, loadProgramAdmissions } from '@/server/db/repositories/events/enrollment';
import { findRedemptionSettings } from '@/server/db/repositories/rewards/redemptions';
import { loadWorld } from '@/server/db/repositories/rules/world';
import type { Ctx } from '@/server/platform/context';
import { idsAt, newId } from '@/server/platform/ids';
import { noteDecision } from '@/server/platform/pressure';
import { countAttempts, decisionCodes, unknownIn } from '@/server/services/codes/verdicts';
import { factsOf, peopleOf } from '@/server/services/events/claimed-events';
import { sentEvent } from '@/server/services/events/ingest-events';
import { inTurns } from '@/server/services/events/in-turns';
import { presentTrial } from '@/server/services/rules/present-evaluation';
import { openShelf, priceRedemption } from './price-redemptions';
import { eventOfNew } from './reservation-of';
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
  const { codes, ...told } = tell(made, world, fresh);
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
    ...told,
    ...decisionCodes(codes, made.failure ? 'FAILED' : 'COMMITTED'),
    redemptions: [],
    reason: null,
    ...(evaluations ? { evaluations: made.evaluations.map(presentTrial) } : {}),
    rule_configuration_version: configuration.version,
    expires_at: null,
    created_at: at,
    updated_at: at,
    resolved_at: null,
  };
}

const budget = ruleBudget(() => performance.now());

/** Redemptions that cannot be made are told, and the rest is decided without them. @throws DomainError as sending the event. */
export async function previewDecision(ctx: Ctx, input: Decide): Promise<Preview> {
  const { mode: _, redemptions, expires_at: _expires, evaluations: _evaluations, ...item } = input;
  const sent = sentEvent(ctx, { ...item, idempotency_key: item.idempotency_key ?? newId() });
  if (sent instanceof DomainError) throw sent;
  const organizationId = ctx.organization.id;
  const { program_id: programId } = item;
  noteDecision();
  const preview = await withoutTrace(async (tx) => {
    const now = ctx.clock.now();
    const [programs, participants] = await Promise.all([
      loadProgramAdmissions(tx, organizationId, [programId]),
      findKnownParticipants(tx, organizationId, namedIn([sent]), [programId]),
    ]);
    const state = { organizationId, now, programs, participants, stored: { has: () => false } };
    const { answers, events, newcomers, enrollments } = admit([sent], state, { newEventId: idsAt(now), newParticipantId: newId });
    const answer = only(answers);
    if (answer instanceof DomainError) throw answer;
    const event = only(events);
    const earlier = await peekEarlierEvents(tx, { organizationId, programId, now }, event.participantId);
    const people = peopleOf(earlier);
    const rewardIds = redemptions.flatMap(({ reward_id }) => reward_id ?? []);
    const [shelf, settings] = await Promise.all([
      openShelf(tx, organizationId, rewardIds, [event.participantId]),
      redemptions.length > 0 ? findRedemptionSettings(tx, organizationId, programId) : null,
    ]);
    const named = {
      actorIds: [event.participantId],
      recipientIds: [...people.recipientIds, ...(event.recipientId === null ? [] : [event.recipientId])],
      events: [...people.events, eventOfNew(event, null).data],
      codes: [...people.codes, { participantId: event.participantId, codes: event.codes ?? [] }],
    };
    const loaded = await loadWorld(tx, { organizationId, programId, now, locksMeans: false }, named);
    const fresh = new Set(newcomers.map(({ id }) => id));
    const enrolled = enrollments.map(({ participantId }) => participantId);
    const known = participants.filter(({ id }) => enrolled.includes(id));
    const world = withNewcomers(
      loaded.world,
      [...newcomers, ...known].map(({ id, externalId }) => ({ id, externalId, fresh: fresh.has(id) })),
    );
    const order = {
      type: 'PREVIEW',
      event: eventOfNew(event, null),
      spends: redemptions.map((_, place) =>
        orRefusal(() => priceRedemption({ world, shelf, settings }, event.participantId, redemptions, place)),
      ),
    } as const;
    const batch = { earlier: earlier.map(factsOf), orders: [order], stock: shelf.stock };
    const { outcomes } = await inTurns(decideTogether(world, loaded.configuration, batch, { newId: idsAt(now), budget }), undefined);
    const made = only(outcomes);
    if (made instanceof DomainError) throw made;
    return { made, event, world, configuration: loaded.configuration, fresh };
  });
  const { participantId } = preview.event;
  await countAttempts(ctx, preview.fresh.has(participantId) ? null : participantId, unknownIn(preview.made.codes ?? []).length);
  return preview;
}
