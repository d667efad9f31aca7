/** Reads what of a program's settings has a time: campaigns, rules, rewards, closed periods and moves of the clock, each up to a bound and with their number. */
import type { CampaignTerms } from '@/domain/campaigns/terms';
import type { BudgetSource } from '@/domain/rules/budget';
import { statement } from '@/server/db/transaction';

/** Whose calendar is read, and for which time. */
export interface CalendarScope {
  readonly organizationId: string;
  readonly programId: string;
  readonly from: Date;
  readonly to: Date;
}

interface Counted {
  /** How many there are, beyond the bound too. */
  total: number;
}

interface DatedRuleRow extends Counted {
  id: string;
  name: string;
  status: 'ACTIVE' | 'SUSPENDED';
  condition: string;
  active_from: Date | null;
  active_to: Date | null;
  budgets: BudgetSource[];
  created_at: Date;
}

/** Rules with a beginning, an end or a budget, but for those that are over before or begin after. */
export const findDatedRules = ({ organizationId, programId, from, to }: CalendarScope, most: number): Promise<DatedRuleRow[]> =>
  statement<DatedRuleRow>(
    `SELECT r.id, r.name, r.status, r.condition, r.active_from, r.active_to, r.budgets, r.created_at, count(*) OVER ()::int AS total
     FROM rules r
     WHERE r.organization_id = $1 AND r.program_id = $2 AND r.status <> 'ARCHIVED'
       AND (r.active_from IS NOT NULL OR r.active_to IS NOT NULL OR json_array_length(r.budgets) > 0)
       AND (r.active_from IS NULL OR r.active_from < $4) AND (r.active_to IS NULL OR r.active_to > $3)
     ORDER BY r.active_from NULLS FIRST, r.active_to NULLS LAST, r.id LIMIT $5`,
    [organizationId, programId, from, to, most],
  );

interface DatedCampaignRow extends Counted {
  id: string;
  name: string;
  campaign: CampaignTerms;
}

/** Campaigns with a beginning or an end, but for those that are over before or begin after. */
export const findDatedCampaigns = ({ organizationId, programId, from, to }: CalendarScope, most: number): Promise<DatedCampaignRow[]> =>
  statement<DatedCampaignRow>(
    `SELECT s.id, s.name, s.campaign, count(*) OVER ()::int AS total
     FROM rule_sets s
     WHERE s.organization_id = $1 AND s.program_id = $2 AND s.deleted_at IS NULL AND s.campaign IS NOT NULL
       AND (s.campaign ->> 'starts_at' IS NOT NULL OR s.campaign ->> 'ends_at' IS NOT NULL)
       AND ((s.campaign ->> 'starts_at')::timestamptz < $4) IS NOT FALSE AND ((s.campaign ->> 'ends_at')::timestamptz > $3) IS NOT FALSE
     ORDER BY (s.campaign ->> 'starts_at')::timestamptz NULLS FIRST, s.id LIMIT $5`,
    [organizationId, programId, from, to, most],
  );

interface DatedRewardRow extends Counted {
  id: string;
  name: string;
  status: string;
  available_from: Date | null;
  available_until: Date | null;
}

export const findDatedRewards = ({ organizationId, programId, from, to }: CalendarScope, most: number): Promise<DatedRewardRow[]> =>
  statement<DatedRewardRow>(
    `SELECT w.id, w.name, w.status, w.available_from, w.available_until, count(*) OVER ()::int AS total
     FROM rewards w
     WHERE w.organization_id = $1 AND w.program_id = $2 AND w.status <> 'ARCHIVED'
       AND (w.available_from IS NOT NULL OR w.available_until IS NOT NULL)
       AND (w.available_from IS NULL OR w.available_from < $4) AND (w.available_until IS NULL OR w.available_until > $3)
     ORDER BY w.available_from NULLS FIRST, w.available_until NULLS LAST, w.id LIMIT $5`,
    [organizationId, programId, from, to, most],
  );

interface DatedPeriodRow extends Counted {
  id: string;
  status: string;
  description: string | null;
  period_from: Date | null;
  period_to: Date;
}

/** Standing periods of the organization, in which no entry of the program can be dated any more. */
export const findDatedPeriods = ({ organizationId, from, to }: CalendarScope, most: number): Promise<DatedPeriodRow[]> =>
  statement<DatedPeriodRow>(
    `SELECT p.id, p.status, p.description, p.period_from, p.period_to, count(*) OVER ()::int AS total
     FROM ledger_periods p
     WHERE p.organization_id = $1 AND p.status <> 'REOPENED' AND p.period_to > $2 AND (p.period_from IS NULL OR p.period_from < $3)
     ORDER BY p.period_to LIMIT $4`,
    [organizationId, from, to, most],
  );

interface DatedMoveRow {
  id: string;
  status: string;
  moved_from: Date;
  /** Where it ended, or where a move that runs is to end. */
  moved_to: Date;
}

/** How far back moves are searched: they are few, and in the order of the clock. */
const LATEST_MOVES = 1_000;

/** Of the latest moves of the organization's clock, those that passed over some of the time, latest first. */
export const findDatedMoves = ({ organizationId, from, to }: CalendarScope, most: number): Promise<DatedMoveRow[]> =>
  statement<DatedMoveRow>(
    `SELECT m.id, m.status, m.moved_from, m.moved_to
     FROM (SELECT id, status, moved_from, coalesce(reached, moved_to) AS moved_to FROM clock_moves
           WHERE organization_id = $1 ORDER BY started_at DESC, id DESC LIMIT ${LATEST_MOVES}) m
     WHERE m.moved_from < $3 AND m.moved_to > $2 ORDER BY m.moved_from LIMIT $4`,
    [organizationId, from, to, most],
  );
