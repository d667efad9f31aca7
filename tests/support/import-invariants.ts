/** States what must always hold of imports: each opening balance was granted once, by an entry of that amount. */
import type { Invariant } from './invariants';

/** @param of the condition that rows belong to the organizations being checked. */
export const importInvariants = (of: (alias: string) => string): readonly Invariant[] => [
  {
    name: 'an opening balance is what its entry gave',
    broken: `SELECT o.participant_id, o.asset_id, o.amount FROM opening_balances o WHERE ${of('o')} AND NOT EXISTS (
      SELECT 1 FROM postings p WHERE p.entry_id = o.entry_id AND p.account_id = o.participant_id AND p.program_id = o.program_id AND p.asset_id = o.asset_id
        AND p.amount = o.amount)`,
  },
  {
    name: 'every entry of an import gave one opening balance',
    broken: `SELECT e.id FROM journal_entries e WHERE ${of('e')} AND e.reference_id LIKE 'service:import:%'
      AND NOT EXISTS (SELECT 1 FROM opening_balances o WHERE o.participant_id IN (SELECT account_id FROM postings p WHERE p.entry_id = e.id) AND o.entry_id = e.id)`,
  },
];
