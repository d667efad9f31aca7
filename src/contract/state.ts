/** The history of state on the wire: each change of a tag, attribute, counter or tier, and who made it. */
import { z } from 'zod';
import { STATE_OPERATIONS, STATE_SOURCES, STATE_TYPES } from '@/domain/participants/state';
import { createdWindow, listQuery, pageOf, sortedBy } from './page';
import { ParticipantRef, Text, Timestamp, Uuid } from './primitives';

export const StateHistoryEntry = z
  .strictObject({
    id: Uuid,
    program_id: Uuid.nullable().describe('The program of a tier; null for state without a program.'),
    state_type: z.enum(STATE_TYPES),
    operation: z.enum(STATE_OPERATIONS).describe('ADD and REMOVE of a tag; SET and DELETE of anything else; AUTO_RESET by the clock.'),
    key: z.string().describe('The tag itself, or the key of the attribute, counter or tier.'),
    old_value: z.unknown().describe('Null when there was none. The value of a tag is the tag.'),
    new_value: z.unknown().describe('Null when there is none any more.'),
    source: z.enum(STATE_SOURCES).describe('What made the change; the ids that follow say which.'),
    event_id: Uuid.nullable(),
    rule_id: Uuid.nullable(),
    api_key_id: Uuid.nullable(),
    user_id: Uuid.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp.describe('Always `created_at`: history never changes.'),
  })
  .meta({ id: 'StateHistoryEntry' });
export type StateHistoryEntry = z.infer<typeof StateHistoryEntry>;

export const ListStateHistory = listQuery({
  id: ParticipantRef,
  ...createdWindow,
  ...sortedBy(['created_at']),
  state_type: z.enum(STATE_TYPES).optional(),
  key: Text.min(1).max(255).optional().describe('Exactly this tag, or this key.'),
});
export type ListStateHistory = z.infer<typeof ListStateHistory>;

export const StateHistoryPage = pageOf(StateHistoryEntry);
