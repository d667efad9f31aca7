/** Reads the names of many participants and groups of one organization; unknown ids are left out. */
import type { HolderNames, HolderNamesQuery } from '@/contract/holder-names';
import type { Ctx } from '@/server/platform/context';
import { listCalledGroups, listCalledParticipants } from '@/server/db/repositories/people/known-holders';

export async function readHolderNames({ organization }: Ctx, query: HolderNamesQuery): Promise<HolderNames> {
  const { participant_ids, group_ids } = query;
  const [participants, groups] = await Promise.all([
    participant_ids.length === 0 ? [] : listCalledParticipants(organization.id, participant_ids),
    group_ids.length === 0 ? [] : listCalledGroups(organization.id, group_ids),
  ]);
  return { participants, groups };
}
