/** Tiers: the status hierarchies of a program, how counters qualify for their levels, and how long a level lasts. */
import { z } from 'zod';
import { isCounterText } from '@/domain/participants/counters';
import { tierFault } from '@/domain/tiers/sound';
import { TIER_STATUSES } from '@/domain/choices';
import {
  CRITERION_OPERATORS,
  DOWNGRADE_MODES,
  QUALIFICATION_MODES,
  QUALIFICATION_PERIODS,
  RETENTION_MODES,
  ROLLOVERS,
} from '@/domain/tiers/tier';
import { archivedToo, createdWindow, listQuery, pageOf, sortedBy } from './page';
import { AttributeKey } from './participant';
import { DecimalString, Description, DurationString, Ignored, Name, nameOf, Text, Timestamp, Uuid } from './primitives';
import { CounterNumber } from './state';

const TierKey = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[a-z][a-z0-9_]*$/, { error: 'Must begin with a lower-case letter and hold lower-case letters, digits and underscores only.' })
  .meta({ examples: ['status'] });

const LevelKey = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z][A-Za-z0-9_-]*$/, { error: 'Must begin with a letter and hold letters, digits, underscores and hyphens only.' })
  .meta({ examples: ['gold'] });

const IconUrl = Text.max(2048)
  .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), {
    message: 'Must be an http or https URL.',
    params: { reason: 'invalid_format', expected: 'URL' },
  })
  .meta({ examples: ['https://example.com/gold.svg'] });

const Benefits = z.array(nameOf(255)).max(50);

const criterion = <Threshold extends z.ZodType>(threshold: Threshold) => ({
  counter: AttributeKey.describe('Key of a counter; a counter that does not exist reads 0.'),
  operator: z.enum(CRITERION_OPERATORS),
  threshold,
});

const qualification = <Threshold extends z.ZodType>(threshold: Threshold) =>
  z.strictObject({
    mode: z.enum(QUALIFICATION_MODES),
    criteria: z
      .array(z.strictObject(criterion(threshold)))
      .min(1)
      .max(20),
  });

export const TierLevel = z
  .strictObject({
    key: z.string(),
    rank: z.int(),
    display_name: z.string().nullable(),
    benefits: z.array(z.string()),
    color: z.string().nullable(),
    icon_url: z.string().nullable(),
    qualification: qualification(DecimalString)
      .nullable()
      .describe('What counters must read for the level; null when the level is reached only manually and by rules.'),
    sentence: z
      .string()
      .describe('What qualifies for the level and what it brings, in plain words.')
      .meta({ examples: ['Reached when the counter “points” is at least 500. It brings “Free shipping”.'] }),
  })
  .meta({ id: 'TierLevel' });

const NewTierLevel = z.strictObject({
  key: LevelKey,
  rank: z.int().min(0).max(1_000_000).describe('Rank of the level: a higher rank is better, and each level has its own.'),
  display_name: Name.nullable().optional(),
  benefits: Benefits.optional(),
  color: nameOf(32).nullable().optional(),
  icon_url: IconUrl.nullable().optional(),
  qualification: qualification(CounterNumber.refine((value) => isCounterText(String(value))))
    .nullable()
    .optional()
    .describe(
      'What counters must read for the level: ALL or ANY of the criteria. When absent, the level is reached only manually and by rules.',
    ),
  sentence: Ignored,
});

const MONTH = z.int().min(1).max(12);
const DAY = z.int().min(1).max(31);

const TierLifecycle = z
  .strictObject({
    retention: z.strictObject({ mode: z.enum(RETENTION_MODES), duration: DurationString }).nullable(),
    qualification_period: z.strictObject({ type: z.enum(QUALIFICATION_PERIODS), start_month: MONTH.nullable(), start_day: DAY.nullable() }),
    status_validity: z.strictObject({ extend_months: z.int() }),
    downgrade_policy: z.strictObject({ mode: z.enum(DOWNGRADE_MODES), grace_days: z.int().nullable(), min_level: z.string().nullable() }),
    counters: z.strictObject({ qualifying: z.array(z.string()), rollover: z.enum(ROLLOVERS) }),
  })
  .meta({ id: 'TierLifecycle' });

const NewTierLifecycle = z.strictObject({
  retention: z
    .strictObject({ mode: z.enum(RETENTION_MODES), duration: DurationString })
    .nullable()
    .optional()
    .describe(
      'How long a level lasts. PERIOD_BASED: `duration`, and to the end of the qualification period if there is one. ACTIVITY_REFRESH: each change of a counter of the tier extends the level by another `duration`; without any change, nothing qualifies any more.',
    ),
  qualification_period: z
    .strictObject({ type: z.enum(QUALIFICATION_PERIODS), start_month: MONTH.optional(), start_day: DAY.optional() })
    .optional()
    .describe(
      'Qualification period: years that begin on January 1 or on a day that you choose, at midnight UTC. When a year ends, levels are evaluated on its counters, and then the counters reset. NONE: each participant or group has periods of its own, as long as the retention.',
    ),
  status_validity: z
    .strictObject({ extend_months: z.int().min(0).max(120).optional() })
    .optional()
    .describe('Number of months for which every level remains valid after its end.'),
  downgrade_policy: z
    .strictObject({
      mode: z.enum(DOWNGRADE_MODES),
      grace_days: z.int().min(0).max(3650).nullable().optional(),
      min_level: LevelKey.nullable().optional(),
    })
    .optional()
    .describe(
      'What happens to a level that ends without having been earned again: it drops to the level that the counters qualify for, drops by one level, or is held. It is kept for `grace_days` more, during which it can still be earned; HOLD without `grace_days` keeps it. Nobody drops below `min_level`. Default: DROP_TO_QUALIFYING.',
    ),
  counters: z
    .strictObject({ qualifying: z.array(AttributeKey).max(50).optional(), rollover: z.enum(ROLLOVERS).optional() })
    .optional()
    .describe(
      'Counters that reset at the end of a period. EXCESS carries over the amount above the threshold of the level that they qualified for; NONE, the default, carries over nothing.',
    ),
});

export const TierResource = z
  .strictObject({
    id: Uuid,
    program_id: Uuid,
    key: z.string().describe('Key of the tier, unique in the program. It never changes.'),
    name: z.string(),
    description: z.string().nullable(),
    sentence: z
      .string()
      .describe('Which levels the tier has, how long they last and what ends them, in plain words.')
      .meta({ examples: ['Has the levels “Silver” and “Gold”, lowest first. A level lasts until somebody changes it.'] }),
    status: z.enum(TIER_STATUSES),
    levels: z.array(TierLevel).describe('Levels of the tier by rank, lowest first.'),
    lifecycle: TierLifecycle.nullable().describe('Rules for how long levels last; null when a level lasts until somebody changes it.'),
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Timestamp.nullable().describe('When the record was archived; null unless it is archived.'),
  })
  .meta({ id: 'Tier' });
export type TierResource = z.infer<typeof TierResource>;

const Levels = z.array(NewTierLevel).min(1).max(50);
const TierProgram = z.strictObject({ id: Uuid.describe('Id of the program.') });

export const CreateTier = TierProgram.extend({
  key: TierKey,
  name: Name,
  description: Description.nullable().optional(),
  levels: Levels,
  lifecycle: NewTierLifecycle.nullable().optional(),
}).superRefine(refuseUnsound);
export type CreateTier = z.infer<typeof CreateTier>;

export const TierPath = TierProgram.extend({ key: TierKey });
export type TierPath = z.infer<typeof TierPath>;

export const UpdateTier = TierPath.extend({
  name: Name.optional(),
  description: Description.nullable().optional(),
  levels: Levels.optional().describe(
    'All levels of the tier: levels that you leave out are removed. A level that somebody has must keep its key and rank.',
  ),
  lifecycle: NewTierLifecycle.nullable()
    .optional()
    .describe('Replaces the whole lifecycle; null removes it. It applies to levels that are reached or evaluated from then on.'),
  status: z
    .enum(TIER_STATUSES)
    .optional()
    .describe('Status of the tier. ARCHIVED is final: nobody reaches a level any more, and levels end when they expire.'),
}).superRefine(refuseUnsound);
export type UpdateTier = z.infer<typeof UpdateTier>;

/** A level and a lifecycle as sent by a caller. */
export type NewTierLevel = z.infer<typeof NewTierLevel>;
export type NewTierLifecycle = z.infer<typeof NewTierLifecycle>;

/** Refuses levels and a lifecycle that contradict each other. */
export function refuseUnsound(
  { levels, lifecycle }: { levels?: NewTierLevel[]; lifecycle?: NewTierLifecycle | null },
  context: z.core.$RefinementCtx,
): void {
  const fault = tierFault(levels, lifecycle ?? null);
  if (fault) context.addIssue({ code: 'custom', path: [...fault.path], message: fault.message, params: { reason: fault.reason } });
}

export const ListTiers = listQuery({
  ...TierProgram.shape,
  ...createdWindow,
  ...sortedBy(['created_at', 'key', 'name']),
  ...archivedToo,
  status: z.enum(TIER_STATUSES).optional(),
});
export type ListTiers = z.infer<typeof ListTiers>;

export const TierPage = pageOf(TierResource);
