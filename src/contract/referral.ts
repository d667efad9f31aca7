/** Referrals on the wire: the codes that participants bring friends with, who was brought by whom, and what came of it. */
import { z } from 'zod';
import { canBeCode, normalizedCode } from '@/domain/codes/text';
import { REFERRAL_STATUSES } from '@/domain/referrals/statuses';
import { CodeText } from './code-use';
import { ExternalId } from './event';
import { exactlyOne } from './exactly-one';
import { createdWindow, filterQuery, listQuery, pageOf, sortedBy } from './page';
import { ParticipantPath } from './participant';
import { OperationDescription, refinement, Timestamp, Uuid } from './primitives';

const Status = z.enum(REFERRAL_STATUSES);

export const ReferralCode = z
  .strictObject({
    program_id: Uuid,
    referral_program_id: Uuid,
    participant_id: Uuid,
    code: z.string().describe('In upper case, without spaces and dashes.'),
    bound: z.int().describe('Number of friends whom the participant has brought.'),
    qualified: z.int().describe('Number of those who have qualified.'),
    rewarded: z.int().describe('Number of those who count: at most `max_per_referrer`.'),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'ReferralCode' });
export type ReferralCode = z.infer<typeof ReferralCode>;

export const ReferralCodes = z.strictObject({ data: z.array(ReferralCode) });

/** A code as its owner wants it, stored normalized. */
const WantedCode = CodeText.refine(
  (text) => {
    const code = normalizedCode(text);
    return canBeCode(code) && code.length >= 4;
  },
  refinement('Must have 4 to 36 letters A to Z and digits, besides spaces and dashes.', { reason: 'invalid_format' }),
);

export const MakeReferralCode = ParticipantPath.extend({
  referral_program_id: Uuid,
  code: WantedCode.optional().describe('The code that the participant wants; the service makes one when absent.'),
});
export type MakeReferralCode = z.infer<typeof MakeReferralCode>;

export const ChangeReferralCode = ParticipantPath.extend({ referral_program_id: Uuid, code: WantedCode });
export type ChangeReferralCode = z.infer<typeof ChangeReferralCode>;

export const Referral = z
  .strictObject({
    id: Uuid,
    program_id: Uuid,
    referral_program_id: Uuid,
    referrer_participant_id: Uuid.describe('Who brought the friend.'),
    referred_participant_id: Uuid.describe('The friend who was brought.'),
    code: z.string().describe('The code that bound them.'),
    status: Status.describe(
      'PENDING: bound. QUALIFIED: an event of the friend met the terms. EXPIRED: none did in time; a late event from within that time still qualifies it. CANCELLED: for good.',
    ),
    bound_at: Timestamp,
    bound_event_id: Uuid.nullable().describe('The event that carried the code; null when a request did.'),
    expires_at: Timestamp.nullable().describe('From when on no event qualifies any more; null: never.'),
    qualified_at: Timestamp.nullable(),
    qualifying_event_id: Uuid.nullable(),
    rewarded: z.boolean().describe('Whether it counts for who brought the friend; false beyond `max_per_referrer`.'),
    count: z.int().nullable().describe('How many friends counted with this one; null unless `rewarded`.'),
    step: z.int().nullable().describe('The step that was reached with this one; null for none.'),
    expired_at: Timestamp.nullable(),
    cancelled_at: Timestamp.nullable(),
    reason: z.string().nullable().describe('Why it was cancelled.'),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Referral' });
export type Referral = z.infer<typeof Referral>;

export const CreateReferral = z
  .strictObject({
    program_id: Uuid,
    code: CodeText.describe('The code of who brought the friend, in any spelling.'),
    external_id: ExternalId.optional().describe(
      'Your own id of the friend; one who is unknown is created unless the program rejects them.',
    ),
    participant_id: Uuid.optional().describe('Id of the friend in the service; instead of `external_id`.'),
  })
  .superRefine(exactlyOne('friend', ['external_id', 'participant_id']))
  .meta({ id: 'ReferralCreation' });
export type CreateReferral = z.infer<typeof CreateReferral>;

export const ReferralPath = z.strictObject({ id: Uuid });

export const CancelReferral = ReferralPath.extend({
  reason: OperationDescription.describe('Why it is cancelled; stored as its `reason`.').meta({ examples: ['The order was returned.'] }),
});
export type CancelReferral = z.infer<typeof CancelReferral>;

const referralFilters = {
  program_id: Uuid.optional(),
  referral_program_id: Uuid.optional(),
  referrer_participant_id: Uuid.optional(),
  referred_participant_id: Uuid.optional(),
  status: Status.optional(),
  ...createdWindow,
  ...sortedBy(['created_at']),
};

export const ListReferrals = listQuery(referralFilters);
export type ListReferrals = z.infer<typeof ListReferrals>;
export const ExportReferrals = filterQuery(referralFilters);
export type ExportReferrals = z.infer<typeof ExportReferrals>;
export const ReferralPage = pageOf(Referral);
export const ReferralExport = Referral;

const TREE_DEPTH_MAX = 5;

export const ReadReferralTree = ParticipantPath.extend({
  referral_program_id: Uuid,
  depth: z.int().min(1).max(TREE_DEPTH_MAX).default(2).describe('How many levels of friends to follow.'),
});
export type ReadReferralTree = z.infer<typeof ReadReferralTree>;

const node = {
  referral_id: Uuid,
  participant_id: Uuid,
  external_id: z.string(),
  display_name: z.string().nullable(),
  status: Status,
  bound_at: Timestamp,
  qualified_at: Timestamp.nullable(),
};

export const ReferralTree = z
  .strictObject({
    participant_id: Uuid,
    referral_program_id: Uuid,
    brought_by: z.strictObject(node).nullable().describe('Who brought the participant, with what became of it; null for nobody.'),
    friends: z
      .array(
        z.strictObject({
          ...node,
          referrer_participant_id: Uuid.describe('Who brought this one.'),
          level: z.int().describe('1 for whom the participant has brought, 2 for whom these have brought, and so on.'),
          brought: z.int().describe('Number of friends whom this one has brought, shown or not.'),
        }),
      )
      .describe('Level by level, on each the oldest first.'),
    truncated: z.boolean().describe('Whether there are more than these 500 friends within the depth.'),
  })
  .meta({ id: 'ReferralTree' });
export type ReferralTree = z.infer<typeof ReferralTree>;
