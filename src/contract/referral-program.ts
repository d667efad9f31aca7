/** Referral programs on the wire: the terms under which participants bring friends, and what came of them. */
import { z } from 'zod';
import { canBeCode, normalizedCode } from '@/domain/codes/text';
import { MAX_PREFIX_LENGTH } from '@/domain/codes/generate';
import { MAX_EVENT_TYPES, MAX_STEP, MAX_STEPS, MAX_WITHIN_DAYS } from '@/domain/referrals/program';
import { REFERRAL_PROGRAM_STATUSES } from '@/domain/referrals/statuses';
import { CodeBatchKey } from './code-use';
import { archivedToo, createdWindow, filterQuery, listQuery, pageOf, searchText, sortedBy } from './page';
import { Day, DecimalString, Name, nameOf, refinement, Text, Timestamp, Uuid } from './primitives';

const Status = z.enum(REFERRAL_PROGRAM_STATUSES);

const qualifies = {
  event_types: z
    .array(nameOf(255))
    .max(MAX_EVENT_TYPES)
    .describe('The `type` of the events that qualify. Empty: of any event that you send; those that the service makes have to be named.'),
  condition: Text.min(1)
    .max(4_000)
    .nullable()
    .describe('CEL condition on the event of the friend and the state around it, as it is after the rules have run. Null for none.')
    .meta({ examples: ['event.amount >= 20'] }),
  within_days: z
    .int()
    .min(1)
    .max(MAX_WITHIN_DAYS)
    .nullable()
    .describe(
      'For how many days after the binding an event qualifies, by its `event_timestamp` and the clocks of the program. Null: forever.',
    ),
};

export const ReferralProgram = z
  .strictObject({
    id: Uuid,
    program_id: Uuid,
    campaign_id: Uuid.nullable().describe('The campaign, which is a rule set, that the referral program belongs to.'),
    key: z.string().describe('Key by which rules name it: `event.referral_program == "friends"`.'),
    name: z.string(),
    status: Status.describe('Only while it is ACTIVE can friends be brought and qualify.'),
    active_from: Timestamp.nullable().describe('From when on friends can be brought.'),
    active_to: Timestamp.nullable().describe('Until when, exclusive. Friends who were brought before can still qualify.'),
    code_prefix: z.string().describe('What the codes that the service makes begin with.'),
    qualifies: z.strictObject(qualifies).describe('Which event of a friend makes the referral QUALIFIED.'),
    max_per_referrer: z.int().nullable().describe('How many friends count for one who brings them; null for no limit.'),
    steps: z.array(z.int()).describe('Numbers of friends at which `referral.qualified` has a `step`, for rules that reward them.'),
    sentence: z.string().describe('The referral program as one plain sentence.'),
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Timestamp.nullable().describe('When it was archived; null unless it is archived.'),
  })
  .meta({ id: 'ReferralProgram' });
export type ReferralProgram = z.infer<typeof ReferralProgram>;

const Prefix = Text.max(MAX_PREFIX_LENGTH * 2).refine(
  (text) => text === '' || (canBeCode(normalizedCode(text)) && normalizedCode(text).length <= MAX_PREFIX_LENGTH),
  refinement(`Must have at most ${MAX_PREFIX_LENGTH} letters A to Z and digits.`, { reason: 'invalid_format' }),
);

const terms = {
  active_from: Timestamp.nullable().optional(),
  active_to: Timestamp.nullable().optional(),
  code_prefix: Prefix.optional().describe('What codes that are made from now on begin with.'),
  qualifies: z
    .strictObject({
      event_types: qualifies.event_types.optional(),
      condition: qualifies.condition.optional(),
      within_days: qualifies.within_days.optional(),
    })
    .optional()
    .describe('Which event of a friend qualifies; what you leave out stays, or is empty for a new referral program.'),
  max_per_referrer: z.int().min(1).max(MAX_STEP).nullable().optional(),
  steps: z.array(z.int().min(1).max(MAX_STEP)).max(MAX_STEPS).optional().describe('Each higher than the one before it.'),
};

export const CreateReferralProgram = z
  .strictObject({
    program_id: Uuid,
    campaign_id: Uuid.optional(),
    key: CodeBatchKey.describe('Unique in the program, archived ones included.').meta({ examples: ['friends'] }),
    name: Name,
    status: z.enum(['ACTIVE', 'PAUSED']).default('ACTIVE'),
    ...terms,
  })
  .meta({ id: 'ReferralProgramCreation' });
export type CreateReferralProgram = z.infer<typeof CreateReferralProgram>;

export const ReferralProgramPath = z.strictObject({ id: Uuid });

export const UpdateReferralProgram = ReferralProgramPath.extend({
  name: Name.optional(),
  status: Status.optional().describe('Allowed changes: ACTIVE to PAUSED and back, and any to ARCHIVED, which is final.'),
  ...terms,
});
export type UpdateReferralProgram = z.infer<typeof UpdateReferralProgram>;

export const ListReferralPrograms = listQuery({
  program_id: Uuid.optional(),
  campaign_id: Uuid.optional(),
  status: Status.optional(),
  ...createdWindow,
  ...sortedBy(['created_at', 'name']),
  ...searchText,
  ...archivedToo,
});
export type ListReferralPrograms = z.infer<typeof ListReferralPrograms>;

export const ReferralProgramPage = pageOf(ReferralProgram);

export const ReferralPerformanceQuery = filterQuery({
  ...ReferralProgramPath.shape,
  from: Timestamp.optional().describe('30 days before `to` when absent, at most 366 days before it.'),
  to: Timestamp.optional().describe('Now when absent.'),
});
export type ReferralPerformanceQuery = z.infer<typeof ReferralPerformanceQuery>;

const happened = {
  codes: z.int().describe('Number of participants who got a code.'),
  bound: z.int().describe('Number of friends who were brought.'),
  qualified: z.int(),
  expired: z.int(),
  cancelled: z.int(),
};

export const ReferralPerformance = z
  .strictObject({
    referral_program_id: Uuid,
    program_id: Uuid,
    from: Timestamp,
    to: Timestamp,
    funnel: z
      .strictObject({
        ...happened,
        pending: z.int().describe('Number of those who can still qualify.'),
        rewarded: z.int().describe('Number of those who count for who brought them.'),
        conversion: DecimalString.nullable().describe('Share of the friends who qualified, from 0 to 1; null when none was brought.'),
        median_seconds: z.int().nullable().describe('Median time from the binding until a friend qualified.'),
      })
      .describe('Of the friends who were brought in the window, how far they are by now.'),
    days: z
      .array(
        z.strictObject({
          day: Day.describe('Day in UTC.'),
          ...happened,
        }),
      )
      .describe('What happened on each UTC day of the window.'),
    top_referrers: z
      .array(
        z.strictObject({
          participant_id: Uuid,
          external_id: z.string(),
          code: z.string(),
          bound: z.int(),
          qualified: z.int(),
          rewarded: z.int(),
        }),
      )
      .describe('The ten who have brought most friends that qualified, of all time.'),
  })
  .meta({ id: 'ReferralPerformance' });
export type ReferralPerformance = z.infer<typeof ReferralPerformance>;
