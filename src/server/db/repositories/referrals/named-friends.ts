/**
 * Loads the codes of friends that the events of a batch name, with who has been brought by whom of everybody whom these could bind. Their referral
 * programs are locked until the transaction ends, so that no two bindings close a circle together.
 */
import { compileCampaign } from '@/domain/campaigns/compiled';
import type { CampaignTerms } from '@/domain/campaigns/terms';
import { canBeCode, normalizedCode } from '@/domain/codes/text';
import { Bindings, noBindings, referrerKey } from '@/domain/referrals/book';
import { MAX_CHAIN, type ReferralCodeFacts } from '@/domain/referrals/referral';
import type { ReferralProgramStatus, ReferralStatus } from '@/domain/referrals/statuses';
import type { NamedCodes } from '@/server/db/repositories/codes/code-book';
import type { Tx } from '@/server/db/transaction';

export interface NamedFriends {
  readonly bindings: Bindings;
  /** Whose counts a binding changes. */
  readonly owners: readonly { readonly referralProgramId: string; readonly participantId: string }[];
}

const NAMED = `unnest($3::text[]) AS asked (code) JOIN referral_codes c ON c.organization_id = $1 AND c.program_id = $2 AND c.code = asked.code`;
const LOCK = `
  SELECT 1 FROM (SELECT DISTINCT c.referral_program_id AS id FROM ${NAMED}) AS named
  JOIN referral_programs p ON p.organization_id = $1 AND p.id = named.id ORDER BY p.id FOR NO KEY UPDATE OF p`;
const READ = `
  SELECT c.code, c.referral_program_id, r.code = c.code AS is_current, o.id AS referrer_id, o.external_id, o.status = 'CLOSED' AS is_closed,
    p.status, p.active_from, p.active_to, p.within_days, s.id AS campaign_id, s.name AS campaign_name, s.campaign, s.created_at AS campaign_created_at
  FROM ${NAMED}
  JOIN referrers r ON r.organization_id = $1 AND r.referral_program_id = c.referral_program_id AND r.participant_id = c.participant_id
  JOIN participants o ON o.organization_id = $1 AND o.id = c.participant_id
  JOIN referral_programs p ON p.organization_id = $1 AND p.id = c.referral_program_id
  LEFT JOIN rule_sets s ON s.organization_id = $1 AND s.id = p.campaign_id`;
/** Of those who could be bound, and of those who have a code and whoever brought these. */
const READ_BROUGHT = `
  WITH RECURSIVE named AS (SELECT c.referral_program_id, c.participant_id FROM ${NAMED}),
  brought AS (
    SELECT r.referral_program_id, r.referred_id, r.referrer_id, r.status, 1 AS steps
    FROM (SELECT referral_program_id, participant_id FROM named
      UNION SELECT named.referral_program_id, person.id FROM named CROSS JOIN unnest($4::uuid[]) AS person (id)) AS start
    JOIN referrals r ON r.organization_id = $1 AND r.referred_id = start.participant_id AND r.referral_program_id = start.referral_program_id
    UNION
    SELECT r.referral_program_id, r.referred_id, r.referrer_id, r.status, brought.steps + 1
    FROM brought JOIN referrals r ON r.organization_id = $1 AND r.referred_id = brought.referrer_id AND r.referral_program_id = brought.referral_program_id
    WHERE brought.steps < ${MAX_CHAIN})
  SELECT DISTINCT referral_program_id, referred_id, referrer_id, status FROM brought`;

interface CodeRow {
  code: string;
  referral_program_id: string;
  is_current: boolean;
  referrer_id: string;
  external_id: string;
  is_closed: boolean;
  status: ReferralProgramStatus;
  active_from: Date | null;
  active_to: Date | null;
  within_days: number | null;
  campaign_id: string | null;
  campaign_name: string | null;
  campaign: CampaignTerms | null;
  campaign_created_at: Date | null;
}

interface BroughtRow {
  referral_program_id: string;
  referred_id: string;
  referrer_id: string;
  status: ReferralStatus;
}

export async function loadNamedFriends(
  tx: Pick<Tx, 'query'>,
  { organizationId, programId }: { readonly organizationId: string; readonly programId: string },
  named: readonly NamedCodes[],
): Promise<NamedFriends> {
  const asked = [...new Set(named.flatMap(({ codes }) => codes.map(normalizedCode)))].filter(canBeCode).sort();
  if (asked.length === 0) return { bindings: noBindings(), owners: [] };
  const people = [...new Set(named.flatMap(({ participantId, codes }) => (codes.length > 0 ? (participantId ?? []) : [])))];
  const values = [organizationId, programId, asked];
  // Sent in this order over one connection, each statement sees what the first has locked.
  const [, rows, brought] = await Promise.all([
    tx.query(LOCK, values),
    tx.query<CodeRow>(READ, values),
    tx.query<BroughtRow>(READ_BROUGHT, [...values, people]),
  ]);
  return {
    bindings: new Bindings(
      new Map(rows.map((row) => [row.code, factsOf(row)])),
      new Map(
        brought.map((row) => [referrerKey(row.referral_program_id, row.referred_id), { referrerId: row.referrer_id, status: row.status }]),
      ),
    ),
    owners: rows.map(({ referral_program_id, referrer_id }) => ({ referralProgramId: referral_program_id, participantId: referrer_id })),
  };
}

const factsOf = (row: CodeRow): ReferralCodeFacts => ({
  code: row.code,
  isCurrent: row.is_current,
  referrer: { id: row.referrer_id, externalId: row.external_id, isClosed: row.is_closed },
  program: {
    id: row.referral_program_id,
    status: row.status,
    activeFrom: row.active_from,
    activeTo: row.active_to,
    withinDays: row.within_days,
    campaign: campaignOf(row),
  },
});

const campaignOf = ({ campaign_id, campaign_name, campaign, campaign_created_at }: CodeRow) =>
  campaign_id === null || campaign === null
    ? null
    : compileCampaign({
        id: campaign_id,
        name: campaign_name ?? '',
        terms: campaign,
        createdAt: campaign_created_at ?? new Date(0),
      });
