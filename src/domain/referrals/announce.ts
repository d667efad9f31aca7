/** Announces what becomes of referrals: by webhooks to the world, and by events that rules answer. */
import { namedData, type SystemEvent } from '@/domain/events/system';
import { webhook, type WebhookDraft } from '@/domain/webhooks/events';
import type { Person } from './referral';

interface AnnouncedReferral {
  readonly id: string;
  readonly organizationId: string;
  readonly programId: string;
  readonly referralProgramId: string;
  readonly referrerId: string;
  readonly referredId: string;
}

const said = ({ id, organizationId, programId, referralProgramId, referrerId, referredId }: AnnouncedReferral) => ({
  referral_id: id,
  organization_id: organizationId,
  program_id: programId,
  referral_program_id: referralProgramId,
  referrer_participant_id: referrerId,
  referred_participant_id: referredId,
});

export const referralBound = (referral: AnnouncedReferral, code: string): WebhookDraft =>
  webhook('referral.bound', { ...said(referral), code });

export const referralQualified = (referral: AnnouncedReferral, eventId: string, count: number | null): WebhookDraft =>
  webhook('referral.qualified', { ...said(referral), event_id: eventId, count });

export const referralExpired = (referral: AnnouncedReferral): WebhookDraft => webhook('referral.expired', said(referral));

export const referralCancelled = (referral: AnnouncedReferral, reason: string): WebhookDraft =>
  webhook('referral.cancelled', { ...said(referral), reason });

type Told = Pick<SystemEvent, 'id' | 'programId' | 'dueAt' | 'cause'> & {
  readonly referralId: string;
  /** The key of the referral program. */
  readonly referralProgram: string;
};

const about = ({ referralId, referralProgram: _, ...event }: Told, participant: Person, name: string): Omit<SystemEvent, 'data'> => ({
  ...event,
  participant,
  idempotencyKey: `service:referral/${referralId}/${name}`,
});

const named = ({ referralId, referralProgram }: Told) => ({ referral_id: referralId, referral_program: referralProgram });

/** About the referrer. */
export const qualifiedEvent = (
  told: Told,
  referrer: Person,
  { referredId, count, step }: { readonly referredId: string; readonly count: number; readonly step: number | null },
): SystemEvent => ({
  ...about(told, referrer, 'qualified'),
  data: namedData('referral.qualified', { ...named(told), referred_participant_id: referredId, count, step }),
});

/** About the friend who was brought. */
export const completedEvent = (told: Told, referred: Person, referrerId: string): SystemEvent => ({
  ...about(told, referred, 'completed'),
  data: namedData('referral.completed', { ...named(told), referrer_participant_id: referrerId }),
});

/** About the referrer. */
export const cancelledEvent = (
  told: Told,
  referrer: Person,
  cancelled: { readonly referredId: string; readonly rewarded: boolean; readonly count: number; readonly step: number | null },
): SystemEvent => ({
  ...about(told, referrer, 'cancelled'),
  data: namedData('referral.cancelled', {
    ...named(told),
    referred_participant_id: cancelled.referredId,
    rewarded: cancelled.rewarded,
    count: cancelled.count,
    step: cancelled.step,
  }),
});
