/** Announces every change of level by one webhook; a change that keeps the level is not announced. */
import { tierMembershipIn, type StateTransition, type StateValue, type Subject } from '@/domain/participants/state';
import { webhook, type WebhookDraft } from '@/domain/webhooks/events';

/** The webhooks of the transitions among `transitions` that change a level. */
export function tierWebhooks(organizationId: string, transitions: readonly StateTransition[]): WebhookDraft[] {
  return transitions.flatMap(({ change, before, after }) => {
    if (change.type !== 'TIER' || levelOf(before) === levelOf(after)) return [];
    const { programId, key: tier, subject } = change;
    return [
      webhook('participant.tier_changed', {
        ...targetOf(subject),
        organization_id: organizationId,
        program_id: programId,
        tier,
        level: levelOf(after),
      }),
    ];
  });
}

const levelOf = (value: StateValue): string | null => tierMembershipIn(value)?.level ?? null;

function targetOf({ type, id }: Subject) {
  if (type === 'PROGRAM') return {};
  return type === 'GROUP' ? { group_id: id } : { participant_id: id };
}
