/** Declares what an assistant can read about what happened, and why. */
import { AMOUNTS, PAGED, declared } from './declaration';

export const ACTIVITY = declared('activity:read', [
  [
    'list_events',
    'events.list',
    'program_id',
    'List events',
    `Events that were received, by status, participant, time or error. A FAILED event says why. ${PAGED}`,
  ],
  [
    'get_event',
    'events.get',
    'answer',
    'Get an event and why',
    'One event and why it had the effect it had: which rules matched, how each condition was evaluated, step by step, and what was done.',
  ],
  [
    'list_decisions',
    'decisions.list',
    'program_id',
    'List decisions',
    `What was decided within requests: at once, or reserved and then committed, cancelled or expired. ${AMOUNTS} ${PAGED}`,
  ],
  [
    'get_decision',
    'decisions.get',
    'answer',
    'Get a decision',
    `One decision: what its rules gave and why others gave nothing, its redemptions, and balances before and after. ${AMOUNTS}`,
  ],
  [
    'preview_decision',
    'decisions.preview',
    'program_id',
    'Preview a decision',
    `What an event would earn and what its redemptions would leave, right now, for a participant or somebody new; nothing is written. ${AMOUNTS}`,
  ],
  [
    'list_code_batches',
    'codeBatches.list',
    'program_id',
    'List batches of codes',
    `Batches of codes: their terms, how many there are and were used. ${PAGED}`,
  ],
  ['get_code', 'codes.get', 'program_id', 'Get a code', 'One code: its batch, and who used it when.'],
  [
    'list_redemptions',
    'redemptions.list',
    'program_id',
    'List redemptions',
    `What participants spent balances on, and how each redemption stands. ${AMOUNTS} ${PAGED}`,
  ],
  [
    'get_redemption',
    'redemptions.get',
    'answer',
    'Get a redemption',
    `One redemption with its status, reason of failure and fulfillment. ${AMOUNTS}`,
  ],
  [
    'list_transfers',
    'transfers.list',
    'program_id',
    'List transfers',
    `Value that participants or groups gave each other. ${AMOUNTS} ${PAGED}`,
  ],
  ['get_transfer', 'transfers.get', 'answer', 'Get a transfer', `One transfer with its recipients. ${AMOUNTS}`],
  [
    'list_journal_entries',
    'journalEntries.list',
    'program_id',
    'List journal entries',
    `Entries of the double-entry ledger with their postings, which sum to zero for each asset. ${AMOUNTS} ${PAGED}`,
  ],
  [
    'get_journal_entry',
    'journalEntries.get',
    'answer',
    'Get a journal entry',
    `One entry of the ledger with its postings and the event or rule behind it. ${AMOUNTS}`,
  ],
]);
