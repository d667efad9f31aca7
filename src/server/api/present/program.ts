/** Presents programs in their wire form. */
import type { Program } from '@/contract/program';
import type { ProgramRow } from '@/server/db/repositories/programs/programs';
import { presentTime } from './time';

export function presentProgram(row: ProgramRow): Program {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    status: row.status,
    on_unknown_participant: row.on_unknown_participant,
    redemption_ttl: row.redemption_ttl,
    redemption_target: row.redemption_target,
    timezone: row.timezone,
    asset_ids: row.asset_ids,
    rule_configuration_version: row.rule_configuration_version,
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
    deleted_at: presentTime(row.deleted_at),
  };
}
