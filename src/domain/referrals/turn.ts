/** Decides which referrals an event qualifies, after its rules have run: each once, and counted exactly for who brought the friend. */
import { present } from '@/domain/assert';
import { combine, NOTHING, type Decision } from '@/domain/decision';
import { causeOfNext } from '@/domain/events/system';
import type { RuleActivation } from '@/domain/rules/activation';
import type { EvaluationTools, EventFacts } from '@/domain/rules/evaluate';
import type { Draft } from '@/domain/rules/world';
import { completedEvent, qualifiedEvent, referralQualified } from './announce';
import type { OpenReferral } from './book';
import { isOfQualifyingType, meetsCondition, type ReferralTerms } from './program';
import { stepAt } from './referral';

type Tools = Pick<EvaluationTools, 'newId' | 'budget'>;

/** @param read what conditions read, as the event has left it. */
export function qualifyReferrals(draft: Draft, event: EventFacts, read: () => RuleActivation, tools: Tools): Decision {
  const { referrals } = draft.world;
  const { participantId, timestamp } = event;
  if (participantId === null || referrals.programs.size === 0) return NOTHING;
  const decisions = referrals.open(participantId, draft.referralChanges).flatMap((referral) => {
    const terms = referrals.programs.get(referral.referralProgramId);
    const isInTime = timestamp >= referral.boundAt && (referral.expiresAt === null || timestamp < referral.expiresAt);
    if (!terms || !isInTime || !isOfQualifyingType(terms, event) || !meetsCondition(terms, read, tools.budget)) return [];
    return qualified(draft, event, referral, terms, tools);
  });
  if (decisions.length === 0) return NOTHING;
  const decision = combine(decisions);
  draft.apply(decision);
  return decision;
}

function qualified(
  { world }: Draft,
  event: EventFacts,
  referral: OpenReferral,
  { key, maxPerReferrer, steps }: ReferralTerms,
  { newId }: Tools,
): Decision {
  const { referrer, referredId, referralProgramId } = referral;
  const count = world.referrals.count(referral) + 1;
  const rewarded = !referrer.isClosed && (maxPerReferrer === null || count <= maxPerReferrer);
  const step = rewarded ? stepAt(steps, count) : null;
  const program = { programId: world.program.id, organizationId: world.program.organizationId };
  const told = () => ({
    id: newId(),
    programId: program.programId,
    dueAt: world.now,
    cause: causeOfNext(event),
    referralId: referral.id,
    referralProgram: key,
  });
  const referred = present(world.participants.get(referredId), 'whoever an event is about is loaded with it');
  return {
    ...NOTHING,
    referrals: [{ type: 'QUALIFY', referral, eventId: event.id, count: rewarded ? count : null, step }],
    events: [
      ...(rewarded ? [qualifiedEvent(told(), referrer, { referredId, count, step })] : []),
      completedEvent(told(), { id: referredId, externalId: referred.externalId }, referrer.id),
    ],
    webhooks: [
      referralQualified(
        { ...program, id: referral.id, referralProgramId, referrerId: referrer.id, referredId },
        event.id,
        rewarded ? count : null,
      ),
    ],
  };
}
