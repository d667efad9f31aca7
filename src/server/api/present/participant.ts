/** Presents participants and groups. */
import type { Group, GroupDetail, GroupMember } from '@/contract/group';
import type { Participant, ParticipantDetail } from '@/contract/participant';
import { withFields } from '@/domain/fields';
import { PROFILE_FIELDS } from '@/domain/participants/profile';
import type { GroupMemberRow } from '@/server/db/repositories/people/group-members';
import type { GroupDetailRow, GroupRow } from '@/server/db/repositories/people/groups';
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

export function presentGroup(row: GroupRow): Group {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    member_count: row.member_count,
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
    deleted_at: presentTime(row.deleted_at),
  };
}

export function presentGroupDetail(row: GroupDetailRow): GroupDetail {
  return {
    ...presentGroup(row),
    tags: row.tags,
    attributes: row.attributes,
    counters: row.counters,
    tiers: row.tiers,
    balances: row.balances.map(presentBalance),
  };
}

export function presentGroupMember(row: GroupMemberRow): GroupMember {
  return {
    participant_id: row.participant_id,
    external_id: row.external_id,
    role: row.role,
    status: row.status,
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
    left_at: presentTime(row.left_at),
  };
}
