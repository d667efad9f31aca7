/** Tells by which key documents name a campaign, and which campaign of a program a key names. */
import { DomainError } from '@/domain/errors';
import { listRuleSets } from '@/server/db/repositories/rules/rule-sets';
import type { Tx } from '@/server/db/transaction';

/** Keys of the rule sets of a program, by their ids. */
export type CampaignKeys = ReadonlyMap<string, string>;
/** Ids of the rule sets of a program, by their keys. */
export type CampaignIds = ReadonlyMap<string, string>;

export const campaignIdsOf = async (tx: Tx, organizationId: string, programId: string): Promise<CampaignIds> =>
  new Map((await listRuleSets(tx, organizationId, programId)).map(({ key, id }) => [key, id]));

/** What names the campaign in a document; nothing for what belongs to none. */
export function namedCampaign({ campaign_id: id }: { readonly campaign_id: string | null }, keys: CampaignKeys): { campaign?: string } {
  const campaign = id === null ? undefined : keys.get(id);
  return campaign === undefined ? {} : { campaign };
}

/** Whether it belonged to a campaign that has been deleted, without which it would run on in a copy. */
export const lostCampaign = ({ campaign_id: id }: { readonly campaign_id: string | null }, keys: CampaignKeys): boolean =>
  id !== null && !keys.has(id);

/** @throws DomainError not_found. */
export function campaignNamed(key: string | undefined, ids: CampaignIds): string | null {
  if (key === undefined) return null;
  const id = ids.get(key);
  if (id !== undefined) return id;
  throw new DomainError('not_found', 'The configuration has no rule set with this key.', { param: 'campaign' });
}
