/** Tiers: status hierarchies of a program, how counters qualify for their levels, and how long a level lasts. */
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
import { DecimalString, Description, DurationString, Name, nameOf, Text, Timestamp, Uuid } from './primitives';
import { CounterNumber } from './state';

export const TierKey = z
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
  counter: AttributeKey.describe('The key of a counter; one that is not there reads 0.'),
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
    qualification: qualification(DecimalString).nullable().describe('Null: reached by hand and by rules only.'),
  })
  .meta({ id: 'TierLevel' });

const NewTierLevel = z.strictObject({
  key: LevelKey,
  rank: z.int().min(0).max(1_000_000).describe('The higher, the better; no two levels share one.'),
  display_name: Name.nullable().optional(),
  benefits: Benefits.optional(),
  color: nameOf(32).nullable().optional(),
  icon_url: IconUrl.nullable().optional(),
  qualification: qualification(CounterNumber.refine((value) => isCounterText(String(value))))
    .nullable()
    .optional()
    .describe('What counters must read for the level: ALL or ANY of the criteria. Absent: reached by hand and by rules only.'),
});

const MONTH = z.int().min(1).max(12);
const DAY = z.int().min(1).max(31);

export const TierLifecycle = z
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
      'PERIOD_BASED: a level lasts `duration`, and to the end of the qualification period where there is one. ACTIVITY_REFRESH: each change of a counter of the tier lets a level last another `duration`; without any, nothing qualifies any more.',
    ),
  qualification_period: z
    .strictObject({ type: z.enum(QUALIFICATION_PERIODS), start_month: MONTH.optional(), start_day: DAY.optional() })
    .optional()
    .describe(
      'Years that begin on January 1 or on a day of your own, at midnight UTC. When one ends, levels are judged on its counters, then the counters reset. NONE: each subject has periods of its own, as long as the retention.',
    ),
  status_validity: z
    .strictObject({ extend_months: z.int().min(0).max(120).optional() })
    .optional()
    .describe('By how many months every level outlasts its end.'),
  downgrade_policy: z
    .strictObject({
      mode: z.enum(DOWNGRADE_MODES),
      grace_days: z.int().min(0).max(3650).nullable().optional(),
      min_level: LevelKey.nullable().optional(),
    })
    .optional()
    .describe(
      'What becomes of a level that ends without having been earned again: it drops to what the counters qualify for, or by one level, or is held. It is kept `grace_days` longer, in which it can still be earned; HOLD without them keeps it. Nobody drops below `min_level`. Default: DROP_TO_QUALIFYING.',
    ),
  counters: z
    .strictObject({ qualifying: z.array(AttributeKey).max(50).optional(), rollover: z.enum(ROLLOVERS).optional() })
    .optional()
    .describe(
      'Counters that reset at the end of a period. EXCESS carries over what lies above the threshold of the level that they qualified for; NONE, the default, nothing.',
    ),
});

export const Tier = z
  .strictObject({
    id: Uuid,
    program_id: Uuid,
    key: z.string().describe('Unique in the program; never changes.'),
    name: z.string(),
    description: z.string().nullable(),
    status: z.enum(TIER_STATUSES),
    levels: z.array(TierLevel).describe('By rank, lowest first.'),
    lifecycle: TierLifecycle.nullable().describe('Null: a level lasts until somebody changes it.'),
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Timestamp.nullable().describe('Set when archived.'),
  })
  .meta({ id: 'Tier' });
export type Tier = z.infer<typeof Tier>;

const Levels = z.array(NewTierLevel).min(1).max(50);
const TierProgram = z.strictObject({ id: Uuid.describe('The program.') });

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
  levels: Levels.optional().describe('All levels: those that are left out are removed. A level that somebody has keeps its key and rank.'),
  lifecycle: NewTierLifecycle.nullable()
    .optional()
    .describe('Replaces the lifecycle whole; null does away with it. It goes for levels that are reached or judged from then on.'),
  status: z.enum(TIER_STATUSES).optional().describe('ARCHIVED is final: nobody reaches a level any more, and levels end when they expire.'),
}).superRefine(refuseUnsound);
export type UpdateTier = z.infer<typeof UpdateTier>;

/** A level and a lifecycle as they are sent. */
export type NewTierLevel = z.infer<typeof NewTierLevel>;
export type NewTierLifecycle = z.infer<typeof NewTierLifecycle>;

/** Levels and a lifecycle that contradict themselves are no tier. */
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

export const TierPage = pageOf(Tier);
