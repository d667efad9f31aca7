/** How participants and groups are called, for records that know them by id; served to the dashboard alone. */
import { z } from 'zod';
import { Group } from './group';
import { Participant } from './participant';
import { Uuid } from './primitives';

/** More than a page of the longest list names. */
const ASKED_AT_ONCE = 1_000;

export const HolderNamesQuery = z.strictObject({
  participant_ids: z.array(Uuid).max(ASKED_AT_ONCE),
  group_ids: z.array(Uuid).max(ASKED_AT_ONCE),
});
export type HolderNamesQuery = z.infer<typeof HolderNamesQuery>;

/** Those of the ids that the organization has, in no order. */
export const HolderNames = z.strictObject({
  participants: z.array(Participant.pick({ id: true, external_id: true, first_name: true, last_name: true, display_name: true })),
  groups: z.array(Group.pick({ id: true, name: true })),
});
export type HolderNames = z.infer<typeof HolderNames>;
