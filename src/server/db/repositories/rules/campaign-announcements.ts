/**
 * Keeps what was announced of each campaign. Whatever changes a campaign, or the time that it starts or ends, is announced in the same transaction, each
 * once: the row of the campaign is locked from the reading of what was announced to the commit.
 */
import { announcementOf, campaignWebhook, NEVER_ANNOUNCED } from '@/domain/campaigns/announce';
import type { CampaignTerms } from '@/domain/campaigns/terms';
import { earliestByOrganization, earliestOfAny, NOT_BEING_ADVANCED, ORGANIZATION_NOW } from '@/server/db/organization-clock';
import { statement, type Tx } from '@/server/db/transaction';
import { insertWebhooks } from '@/server/db/webhook-writing';

interface AnnouncementScope {
  readonly organizationId: string;
  readonly programId: string;
  readonly now: Date;
}

/** A rule set; `campaign` is null for one that is none, or no longer there. */
interface AnnouncedSet {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly campaign: CampaignTerms | null;
}

/** Announces what the sets have become by now. Of those that never were campaigns, nothing is kept. */
export async function announceCampaigns(tx: Tx, scope: AnnouncementScope, sets: readonly AnnouncedSet[]): Promise<void> {
  const { organizationId, programId, now } = scope;
  const known = await tx.query<{ campaign_id: string; is_running: boolean; due_at: Date | null }>(
    `SELECT campaign_id, is_running, due_at FROM campaign_announcements WHERE organization_id = $1 AND campaign_id = ANY ($2::uuid[])
     ORDER BY campaign_id FOR UPDATE`,
    [organizationId, sets.map(({ id }) => id)],
  );
  const before = new Map(known.map(({ campaign_id, is_running, due_at }) => [campaign_id, { isRunning: is_running, dueAt: due_at }]));
  const announced = sets
    .filter(({ id, campaign }) => campaign !== null || before.has(id))
    .map((set) => ({ set, ...announcementOf(set.campaign, before.get(set.id) ?? NEVER_ANNOUNCED, now) }));
  if (announced.length === 0) return;
  await tx.query(
    `INSERT INTO campaign_announcements (organization_id, campaign_id, program_id, is_running, due_at, updated_at)
     SELECT $1::uuid, one.id, $2::uuid, one.is_running, one.due_at, $3::timestamptz
     FROM unnest($4::uuid[], $5::boolean[], $6::timestamptz[]) AS one (id, is_running, due_at)
     ON CONFLICT (organization_id, campaign_id)
     DO UPDATE SET is_running = EXCLUDED.is_running, due_at = EXCLUDED.due_at, updated_at = EXCLUDED.updated_at`,
    [
      organizationId,
      programId,
      now,
      announced.map(({ set }) => set.id),
      announced.map(({ isRunning }) => isRunning),
      announced.map(({ dueAt }) => dueAt),
    ],
  );
  const webhooks = announced.flatMap(({ set, types }) => types.map((type) => campaignWebhook(type, { ...set, organizationId, programId })));
  if (webhooks.length > 0) insertWebhooks(tx, scope, webhooks);
}

interface DueCampaign {
  readonly id: string;
  readonly organization_id: string;
  readonly program_id: string;
  readonly clock_offset_ms: number;
}

const WAITS = 'q.due_at IS NOT NULL';
const dueIn = (organization: string, now: string): string =>
  `SELECT campaign_id AS id, organization_id, program_id, due_at FROM campaign_announcements
   WHERE organization_id = ${organization} AND due_at <= ${now} ORDER BY due_at, campaign_id LIMIT $2`;

/** Earliest first. @param now real time, or the clock of `organizationId`. */
export function dueCampaigns(now: Date, organizationId: string | null, limit: number): Promise<DueCampaign[]> {
  return organizationId === null
    ? statement<DueCampaign>(
        `SELECT d.id, d.organization_id, d.program_id, o.clock_offset_ms
         FROM ${earliestByOrganization('campaign_announcements', 'due_at', WAITS)} e JOIN organizations o ON o.id = e.organization_id
         CROSS JOIN LATERAL (${dueIn('o.id', ORGANIZATION_NOW)}) d
         WHERE e.due <= ${ORGANIZATION_NOW} AND ${NOT_BEING_ADVANCED} ORDER BY d.due_at, d.id LIMIT $2`,
        [now, limit],
      )
    : statement<DueCampaign>(`SELECT d.id, d.organization_id, d.program_id, 0 AS clock_offset_ms FROM (${dueIn('$3', '$1')}) d`, [
        now,
        limit,
        organizationId,
      ]);
}

/** Announces one that is due. @returns whether it was still due. */
export async function announceDueCampaign(tx: Tx, { id, ...scope }: AnnouncementScope & { readonly id: string }): Promise<boolean> {
  const { organizationId, now } = scope;
  const [due] = await tx.query(
    'SELECT 1 FROM campaign_announcements WHERE organization_id = $1 AND campaign_id = $2 AND due_at <= $3 FOR UPDATE SKIP LOCKED',
    [organizationId, id, now],
  );
  if (!due) return false;
  const sets = await tx.query<AnnouncedSet>(
    `SELECT id, key, name, CASE WHEN deleted_at IS NULL THEN campaign END AS campaign FROM rule_sets WHERE organization_id = $1 AND id = $2`,
    [organizationId, id],
  );
  await announceCampaigns(tx, scope, sets);
  return true;
}

/** When the organization's next campaign starts or ends, up to `until`; null when none does. */
export async function nextCampaignDue(organizationId: string, until: Date): Promise<Date | null> {
  const [row] = await statement<{ due_at: Date | null }>(
    'SELECT min(due_at) AS due_at FROM campaign_announcements WHERE organization_id = $1 AND due_at IS NOT NULL AND due_at <= $2',
    [organizationId, until],
  );
  return row?.due_at ?? null;
}

/** The real time at which the next campaign of any organization starts or ends, up to `until`. */
export async function nextCampaignDueOfAny(until: Date): Promise<Date | null> {
  const [row] = await statement<{ due_at: Date | null }>(`SELECT ${earliestOfAny('campaign_announcements', 'due_at', WAITS)} AS due_at`);
  return row?.due_at && row.due_at <= until ? row.due_at : null;
}
