/** Presents a participant in its wire form, as a summary or with all its details. */
import type { Participant, ParticipantDetail } from '@/contract/participant';
import { withFields } from '@/domain/fields';
import { PROFILE_FIELDS } from '@/domain/participants/profile';
import type { ParticipantDetailRow, ParticipantRow } from '@/server/db/repositories/people/participants';
import { presentBalance } from './balance';
import { presentTime } from './time';

export function presentParticipant(row: ParticipantRow): Participant {
  return {
    id: row.id,
    external_id: row.external_id,
    ...withFields(PROFILE_FIELDS, (name) => row[name]),
    status: row.status,
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
  };
}

export function presentParticipantDetail(row: ParticipantDetailRow): ParticipantDetail {
  return {
    ...presentParticipant(row),
    program_ids: row.program_ids,
    enrollments: row.enrollments,
    tags: row.tags,
    attributes: row.attributes,
    counters: row.counters,
    tiers: row.tiers,
    balances: row.balances.map(presentBalance),
  };
}
