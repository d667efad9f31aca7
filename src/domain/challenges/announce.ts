/** Announces what participants reach in challenges: as an event, which rules answer, and as a webhook. */
import type { Decision, NewId } from '@/domain/decision';
import { causeOfNext, namedData, type SystemEvent } from '@/domain/events/system';
import type { EventFacts } from '@/domain/rules/evaluate';
import type { World } from '@/domain/rules/world';
import { webhook, type WebhookDraft } from '@/domain/webhooks/events';
import type { ChallengeChange, Completion } from './book';

type ChallengeEvent = 'challenge.part_reached' | 'challenge.completed' | 'challenge.revoked';

const eventName = ({ status, part }: Completion): ChallengeEvent =>
  status === 'REVOKED' ? 'challenge.revoked' : part === 100 ? 'challenge.completed' : 'challenge.part_reached';

/** Events at the end of a chain that is too long already are left out; the webhooks are sent all the same. */
export function announced(world: World, event: EventFacts, change: ChallengeChange, newId: NewId): Pick<Decision, 'events' | 'webhooks'> {
  const told = [...change.progress].flatMap(([period, { changed }]) => changed.map((completion) => ({ period, completion })));
  return {
    events: told.flatMap(({ period, completion }) => systemEvent(world, event, change, period, completion, newId)),
    webhooks: told.map(({ period, completion }) => webhookOf(world, change, period, completion)),
  };
}

function systemEvent(
  { now, participants, program }: World,
  event: EventFacts,
  { challenge, participantId }: ChallengeChange,
  period: string,
  completion: Completion,
  newId: NewId,
): SystemEvent[] {
  const participant = participants.get(participantId);
  const cause = causeOfNext(event);
  if (!participant || cause === null) return [];
  const { id, round, part, attempt, status } = completion;
  const data = { challenge: challenge.key, challenge_id: challenge.id, completion_id: id, period, round, part, attempt };
  return [
    {
      id: newId(),
      programId: program.id,
      participant: { id: participantId, externalId: participant.externalId },
      data: namedData(eventName(completion), data),
      dueAt: now,
      idempotencyKey: `service:challenge/${id}/${attempt}/${status}`,
      cause,
    },
  ];
}

function webhookOf(
  { program }: World,
  { challenge, participantId, event }: ChallengeChange,
  period: string,
  completion: Completion,
): WebhookDraft {
  const { id, round, part, attempt, status } = completion;
  const fields = {
    completion_id: id,
    organization_id: program.organizationId,
    program_id: program.id,
    participant_id: participantId,
    challenge_id: challenge.id,
    challenge: challenge.key,
    period,
    round,
    attempt,
    event_id: event.id,
  };
  if (status === 'REVOKED') return webhook('challenge.revoked', { ...fields, part });
  if (part === 100) return webhook('challenge.completed', fields);
  return webhook('challenge.part_reached', { ...fields, part });
}
