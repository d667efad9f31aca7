/** Presents tiers in their wire form. */
import type { TierResource } from '@/contract/tier';
import { levelSentence, tierSentence } from '@/domain/tiers/tier-sentence';
import type { TierRow } from '@/server/db/repositories/programs/tiers';
import { presentTime } from './time';

export function presentTier(row: TierRow): TierResource {
  return {
    id: row.id,
    program_id: row.program_id,
    key: row.key,
    name: row.name,
    description: row.description,
    sentence: tierSentence(row),
    status: row.status,
    levels: row.levels.map(({ benefits, qualification, ...level }) => ({
      ...level,
      sentence: levelSentence({ ...level, benefits, qualification }),
      benefits: [...benefits],
      qualification: qualification && { mode: qualification.mode, criteria: [...qualification.criteria] },
    })),
    lifecycle: row.lifecycle && {
      ...row.lifecycle,
      counters: { ...row.lifecycle.counters, qualifying: [...row.lifecycle.counters.qualifying] },
    },
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
    deleted_at: presentTime(row.deleted_at),
  };
}
