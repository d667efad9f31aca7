/** Loads the challenges of a program that events can concern, in the form the engine runs. */
import { campaignCompiler } from '@/domain/campaigns/compiled';
import type { CampaignTerms } from '@/domain/campaigns/terms';
import { compileChallenge, type CompiledChallenge } from '@/domain/challenges/compiled';
import { measureOf } from '@/domain/challenges/goal';
import type { Tx } from '@/server/db/transaction';
import { CHALLENGE_COLUMNS, type ChallengeRow } from './challenges';

interface DefinitionRow extends ChallengeRow {
  set_name: string | null;
  campaign: CampaignTerms | null;
  set_created_at: Date | null;
}

const LIVE = `
  SELECT ${CHALLENGE_COLUMNS}, s.name AS set_name, s.campaign, s.created_at AS set_created_at
  FROM challenges c LEFT JOIN rule_sets s ON s.organization_id = c.organization_id AND s.id = c.campaign_id
  WHERE c.organization_id = $1 AND c.program_id = $2 AND c.status IN ('ACTIVE', 'PAUSED') ORDER BY c.key`;

export async function loadChallenges(tx: Pick<Tx, 'query'>, organizationId: string, programId: string): Promise<CompiledChallenge[]> {
  const campaignOf = campaignCompiler();
  return (await tx.query<DefinitionRow>(LIVE, [organizationId, programId])).map((row) => {
    const { campaign: terms, campaign_id: id, set_name: name, set_created_at: createdAt } = row;
    return compileChallenge({
      ...measureOf(row),
      id: row.id,
      key: row.key,
      termsVersion: row.terms_version,
      status: row.status,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      campaign: terms && id && name && createdAt ? campaignOf({ id, name, terms, createdAt }) : null,
      parts: row.parts,
      badge: row.badge,
    });
  });
}
