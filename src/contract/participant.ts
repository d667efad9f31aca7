/** Participants: who earns and spends, named by the caller's own `external_id`. */
import { z } from 'zod';
import { withFields } from '@/domain/fields';
import { PROFILE, PROFILE_FIELDS } from '@/domain/participants/profile';
import { BalanceRow } from './balance';
import { ExternalId } from './event';
import { createdWindow, listQuery, pageOf, searchText, sortedBy } from './page';
import { AsOf, checkFreeJson, DecimalString, nameOf, ParticipantRef, Timestamp, Uuid } from './primitives';
import { PARTICIPANT_STATUSES, TAG_MAX } from './choices';

export const ParticipantStatus = z.enum(PARTICIPANT_STATUSES);

/** A tag as a caller may write it: stored trimmed and in lower case. */
export const Tag = nameOf(TAG_MAX)
  .trim()
  .toLowerCase()
  .meta({ examples: ['vip'] });

export const AttributeKey = nameOf(255);

/** At most this many names in one request. */
export const STATE_BATCH_MAX = 100;
/** The maximum length of one attribute as JSON, in characters. */
const ATTRIBUTE_VALUE_MAX = 16_384;

/** A record of at most `STATE_BATCH_MAX` keys. */
export const stateRecord = <Value extends z.ZodType>(value: Value) =>
  z.record(AttributeKey, value).refine((record) => Object.keys(record).length <= STATE_BATCH_MAX, {
    message: `Must not name more than ${STATE_BATCH_MAX} keys.`,
    params: { reason: 'too_long', expected: `at most ${STATE_BATCH_MAX} keys` },
  });

const AttributeValue = z.unknown().refine((value) => (JSON.stringify(value) ?? '').length <= ATTRIBUTE_VALUE_MAX, {
  message: `Must not be longer than ${ATTRIBUTE_VALUE_MAX} characters as JSON.`,
  params: { reason: 'too_long', expected: `at most ${ATTRIBUTE_VALUE_MAX} characters of JSON` },
});

export const Attributes = stateRecord(AttributeValue)
  .superRefine((value, context) => checkFreeJson(value, context))
  .describe(
    `Attributes by key, with any JSON value: at most ${STATE_BATCH_MAX} keys, each value at most ${ATTRIBUTE_VALUE_MAX} characters of JSON.`,
  )
  .meta({ examples: [{ plan: 'gold' }] });

const Email = z
  .string()
  .max(PROFILE.email.max)
  .refine((text) => z.regexes.email.test(text), {
    message: 'Must be an email address.',
    params: { code: 'invalid_email', expected: 'email address' },
  })
  .meta({ format: 'email', examples: ['ana@example.com'] });

const profile = withFields(PROFILE_FIELDS, (name) => {
  const { kind, max } = PROFILE[name];
  return (kind === 'email' ? Email : nameOf(max)).nullable().optional();
});

export const Participant = z
  .strictObject({
    id: Uuid,
    external_id: z.string().describe('Your own id of the participant.'),
    ...withFields(PROFILE_FIELDS, () => z.string().nullable()),
    status: ParticipantStatus.describe('Status of the participant. A SUSPENDED or CLOSED participant neither earns nor spends.'),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Participant' });
export type Participant = z.infer<typeof Participant>;

/** The tier membership of a participant in one tier of one program. */
export const TierMembershipResource = z
  .strictObject({
    tier: z.string(),
    level: z.string(),
    rank: z.int(),
    program_id: Uuid,
    since: Timestamp.describe('Since when the level has been held without a break.'),
    expires_at: Timestamp.nullable().describe('When the level is next evaluated; null when it is never evaluated by time.'),
  })
  .meta({ id: 'TierMembership' });
export type TierMembershipResource = z.infer<typeof TierMembershipResource>;

export const ParticipantDetail = Participant.extend({
  program_ids: z.array(Uuid).describe('Programs the participant is enrolled in, oldest enrollment first.'),
  enrollments: z
    .array(z.strictObject({ program_id: Uuid, enrolled_at: Timestamp }))
    .describe('When the participant was enrolled in each program, oldest first.'),
  tags: z.array(z.string()),
  attributes: z.record(z.string(), z.unknown()),
  counters: z.record(z.string(), DecimalString).describe('Value of each counter: 0 once its window has lapsed.'),
  tiers: z.array(TierMembershipResource),
  balances: z.array(BalanceRow).describe('Balances of the participant, one for each program and asset.'),
}).meta({ id: 'ParticipantDetail' });
export type ParticipantDetail = z.infer<typeof ParticipantDetail>;

export const UpsertParticipant = z.strictObject({
  external_id: ExternalId.describe('Your own id of the participant, which also identifies a repeated request.'),
  ...profile,
  tags: z.array(Tag).max(STATE_BATCH_MAX).optional().describe('Tags to add to those that the participant has.'),
  attributes: Attributes.optional(),
  program_id: Uuid.optional().describe('Program in which to enroll the participant.'),
});
export type UpsertParticipant = z.infer<typeof UpsertParticipant>;

export const ParticipantPath = z.strictObject({ id: ParticipantRef });

export const ReadParticipant = ParticipantPath.extend({ as_of: AsOf });

export const UpdateParticipant = ParticipantPath.extend({
  ...profile,
  status: ParticipantStatus.optional().describe('Status of the participant. Every change between the three statuses is possible.'),
});
export type UpdateParticipant = z.infer<typeof UpdateParticipant>;

export const participantFilters = {
  ...createdWindow,
  ...sortedBy(['created_at']),
  search: searchText.search.describe('Case-insensitive partial match of external id, email address or a name.'),
  external_id: ExternalId.optional().describe('Only the participant with exactly this `external_id`.'),
  program_id: Uuid.optional().describe('Only participants enrolled in this program.'),
  status: ParticipantStatus.optional(),
  tag: Tag.optional().describe('Only participants with this tag, in upper or lower case.'),
};

export const ListParticipants = listQuery(participantFilters);
export type ListParticipants = z.infer<typeof ListParticipants>;

export const ParticipantPage = pageOf(Participant);
