/** The names of participants and groups, for records that refer to them by id; served only to the dashboard. */
import { z } from 'zod';
import { Group } from './group';
import { Participant } from './participant';
import { Uuid } from './primitives';

/** More than any page of a list refers to. */
const ASKED_AT_ONCE = 1_000;

export const HolderNamesQuery = z.strictObject({
  participant_ids: z.array(Uuid).max(ASKED_AT_ONCE),
  group_ids: z.array(Uuid).max(ASKED_AT_ONCE),
});
export type HolderNamesQuery = z.infer<typeof HolderNamesQuery>;

/** The requested ids that the organization has, in no particular order. */
export const HolderNames = z.strictObject({
  participants: z.array(Participant.pick({ id: true, external_id: true, first_name: true, last_name: true, display_name: true })),
  groups: z.array(Group.pick({ id: true, name: true })),
});
export type HolderNames = z.infer<typeof HolderNames>;
