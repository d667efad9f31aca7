/** Loads what people recognise journal entries by: their own fields, and the event, rule, transfer and provider order behind them. */
import type { EntryType } from '@/domain/ledger/entry';
import { rulesOf } from '@/server/db/repositories/rules/rule-configuration-versions';
import type { Tx } from '@/server/db/transaction';

export interface EntryFacts {
  id: string;
  type: EntryType;
  created_at: Date;
  description: string | null;
  reference_id: string | null;
  event_id: string | null;
  transfer_id: string | null;
  /** The provider's id of the order that the entry paid for. */
  provider_order_id: string | null;
  idempotency_key: string | null;
  rule_id: string | null;
  rule_version: number | null;
  /** The rule's name when it made the entry, where that is requested; else its present name. */
  rule_name: string | null;
}

/** @param originIds those of `ids` whose rules are given by the name they had then. */
export async function loadEntryFacts(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
  originIds: readonly string[],
): Promise<Map<string, EntryFacts>> {
  const rows = await tx.query<EntryFacts>(
    `SELECT e.id, e.type, e.created_at, e.description, e.reference_id, e.event_id, t.id AS transfer_id, o.provider_order_id, ev.idempotency_key, e.rule_id, e.rule_version,
            coalesce((SELECT ran.rule ->> 'name' FROM rule_configuration_versions c CROSS JOIN LATERAL ${rulesOf('c.content')} AS ran
                      WHERE c.organization_id = $1 AND c.program_id = e.program_id AND c.version = v.rule_configuration_version
                        AND ran.rule ->> 'id' = e.rule_id::text LIMIT 1), r.name) AS rule_name
     FROM journal_entries e LEFT JOIN events ev ON ev.organization_id = $1 AND ev.id = e.event_id
     LEFT JOIN rules r ON r.organization_id = $1 AND r.id = e.rule_id
     LEFT JOIN transfers t ON t.organization_id = $1 AND t.entry_id = e.id
     LEFT JOIN redemptions rd ON rd.organization_id = $1 AND rd.capture_journal_entry_id = e.id
     LEFT JOIN fulfillment_orders o ON o.organization_id = $1 AND o.redemption_id = rd.id
     LEFT JOIN event_outcomes v ON v.organization_id = $1 AND v.event_id = e.event_id AND e.id = ANY ($3::uuid[])
     WHERE e.organization_id = $1 AND e.id = ANY ($2::uuid[])`,
    [organizationId, ids, originIds],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
