/** Reads journal entries from one holder's point of view: movements on its own accounts, and the redemption or transfer behind them. */
import type { TimelineEntry } from '@/contract/timeline';
import type { Holder } from '@/domain/ledger/accounts';
import { statement } from '@/server/db/transaction';
import type { JournalEntryRow, PostingRow } from '@/server/db/repositories/ledger/journal-entries';

export interface TimelineEntryRow extends Pick<
  JournalEntryRow,
  'id' | 'program_id' | 'type' | 'description' | 'reference_id' | 'event_id' | 'rule_id'
> {
  rule_name: string | null;
  movements: (Pick<PostingRow, 'asset_id' | 'amount' | 'scale'> & { bucket: TimelineEntry['movements'][number]['bucket'] })[];
  transfer: { id: string; sent: boolean; party_type: Holder['type']; party_id: string; recipient_count: number } | null;
  redemption: TimelineEntry['redemption'];
}

/** One row per asset and bucket, in the order of the postings. */
const MOVEMENTS = `
  SELECT coalesce(json_agg(json_build_object('asset_id', p.asset_id, 'bucket', p.bucket, 'amount', p.amount::text, 'scale', a.scale) ORDER BY p.line), '[]')
  FROM (SELECT o.asset_id, o.bucket, sum(o.amount) AS amount, min(o.line) AS line FROM postings o
        WHERE o.organization_id = e.organization_id AND o.entry_id = e.id AND o.account_id = $3 GROUP BY o.asset_id, o.bucket) p
  JOIN assets a ON a.organization_id = e.organization_id AND a.id = p.asset_id`;

const TRANSFER = `
  SELECT json_build_object('id', t.id, 'sent', t.source_id = $3, 'recipient_count', t.recipient_count,
    'party_type', CASE WHEN t.source_id = $3 THEN r.account_type ELSE t.source_type END,
    'party_id', CASE WHEN t.source_id = $3 THEN r.account_id ELSE t.source_id END)
  FROM transfers t JOIN transfer_recipients r ON r.organization_id = t.organization_id AND r.transfer_id = t.id AND r.position = 0
  WHERE t.organization_id = e.organization_id AND t.entry_id = e.id`;

const REDEMPTION = `
  SELECT json_build_object('id', r.id, 'part', m.part, 'reserved', r.reservation_id IS NOT NULL, 'reward_name', w.name, 'quantity', r.quantity)
  FROM (
    SELECT d.id, CASE e.id WHEN d.journal_entry_id THEN 'PLACED' WHEN d.capture_journal_entry_id THEN 'CAPTURED' ELSE 'RELEASED' END AS part
      FROM redemptions d
      WHERE d.organization_id = e.organization_id AND e.id IN (d.journal_entry_id, d.capture_journal_entry_id, d.release_journal_entry_id)
    UNION ALL SELECT s.redemption_id, 'REVERSED' FROM redemption_reversals s WHERE s.organization_id = e.organization_id AND s.journal_entry_id = e.id
  ) m JOIN redemptions r ON r.organization_id = e.organization_id AND r.id = m.id
  LEFT JOIN rewards w ON w.organization_id = r.organization_id AND w.id = r.reward_id`;

/** Those of `ids` that belong to the organization, in no particular order. */
export const findTimelineEntries = (organizationId: string, holder: Holder, ids: readonly string[]): Promise<TimelineEntryRow[]> =>
  statement<TimelineEntryRow>(
    `SELECT e.id, e.program_id, e.type, e.description, e.reference_id, e.event_id, e.rule_id, u.name AS rule_name,
       (${MOVEMENTS}) AS movements, (${TRANSFER}) AS transfer, (${REDEMPTION}) AS redemption
     FROM journal_entries e LEFT JOIN rules u ON u.id = e.rule_id AND u.organization_id = e.organization_id
     WHERE e.organization_id = $1 AND e.id = ANY ($2)`,
    [organizationId, ids, holder.id],
  );
