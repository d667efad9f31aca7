/** Programs: the top-level containers of incentive logic. */
import { z } from 'zod';
import { parseDuration } from '@/domain/duration';
import { redemptionTtlAllowed } from '@/domain/programs';
import { archivedToo, createdWindow, listQuery, pageOf, searchText, sortedBy } from './page';
import { Description, DurationString, Name, Timestamp, TimeZone, Uuid } from './primitives';
import { PROGRAM_STATUSES } from './choices';

export const ProgramStatus = z.enum(PROGRAM_STATUSES);
const OnUnknownParticipant = z.enum(['CREATE', 'REJECT']);
const RedemptionTarget = z.enum(['SYSTEM_REDEMPTION', 'SYSTEM_BREAKAGE']);

const RedemptionTtl = DurationString.refine((text) => parseDuration(text) === null || redemptionTtlAllowed(text), {
  message: 'Must be from 60 seconds to 365 days.',
  params: { reason: 'out_of_range', expected: '60s to 365d' },
});

export const Program = z
  .strictObject({
    id: Uuid,
    name: z.string(),
    description: z.string().nullable(),
    status: ProgramStatus,
    on_unknown_participant: OnUnknownParticipant.describe(
      'What happens to an event with an unknown `external_id`: CREATE enrolls the participant, REJECT refuses the event.',
    ),
    redemption_ttl: DurationString.describe('Default time for which a pending redemption reserves value.'),
    redemption_target: RedemptionTarget.describe('The system account that receives redeemed value.'),
    timezone: z.string().describe('Time zone of the program, in which its rules tell days and hours: `program.timezone` in CEL.'),
    asset_ids: z.array(Uuid).describe('Assets linked to the program, oldest link first.'),
    rule_configuration_version: z
      .int()
      .min(1)
      .describe('Version of the rule configuration; it grows with each change to rules and rule sets.'),
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Timestamp.nullable().describe('When the record was archived; null unless it is archived.'),
  })
  .meta({ id: 'Program' });
export type Program = z.infer<typeof Program>;

export const CreateProgram = z.strictObject({
  name: Name,
  description: Description.nullable().optional(),
  on_unknown_participant: OnUnknownParticipant.default('CREATE'),
  redemption_ttl: RedemptionTtl.default('90d'),
  redemption_target: RedemptionTarget.default('SYSTEM_REDEMPTION'),
  timezone: TimeZone.default('UTC'),
});
export type CreateProgram = z.infer<typeof CreateProgram>;

export const ProgramPath = z.strictObject({ id: Uuid });

export const UpdateProgram = ProgramPath.extend({
  name: Name.optional(),
  description: Description.nullable().optional(),
  status: ProgramStatus.optional().describe('Status of the program. ARCHIVED is final.'),
  on_unknown_participant: OnUnknownParticipant.optional(),
  redemption_ttl: RedemptionTtl.optional(),
  redemption_target: RedemptionTarget.optional(),
  timezone: TimeZone.optional(),
});
export type UpdateProgram = z.infer<typeof UpdateProgram>;

export const ListPrograms = listQuery({
  ...createdWindow,
  ...sortedBy(['created_at', 'name']),
  ...searchText,
  ...archivedToo,
  status: ProgramStatus.optional(),
});
export type ListPrograms = z.infer<typeof ListPrograms>;

export const ProgramPage = pageOf(Program);

export const ProgramAssetPath = ProgramPath.extend({ asset_id: Uuid });
export type ProgramAssetPath = z.infer<typeof ProgramAssetPath>;
