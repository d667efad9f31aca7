/**
 * Describes every webhook event type for people: its category, one sentence, and a sample payload.
 * A type cannot be added to the payloads without an entry here.
 */
import { namesIn } from '../fields';
import type { WebhookPayloads, WebhookType } from './payloads';

/** `movement`: one journal entry each. `lifecycle`: a resource changing state. */
type WebhookCategory = 'movement' | 'lifecycle';

interface EventTypeEntry<T extends WebhookType = WebhookType> {
  readonly category: WebhookCategory;
  readonly description: string;
  readonly sample: WebhookPayloads[T];
}

const ORGANIZATION = '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d01';
const PROGRAM = '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d02';
const ASSET = '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d03';
const PARTICIPANT = '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d04';
const ENTRY = '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d05';
const EVENT = '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d06';
const REDEMPTION = '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d07';
const REVERSAL = '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d08';
const RECIPIENT = '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d09';
const GROUP = '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d0a';

const movement = { journal_entry_id: ENTRY, organization_id: ORGANIZATION, program_id: PROGRAM, asset_id: ASSET, amount: '25.00' };

export const EVENT_TYPES: { readonly [T in WebhookType]: EventTypeEntry<T> } = {
  'balance.credited': {
    category: 'movement',
    description: 'A balance increased through a rule action, an API credit, a refund or a settlement.',
    sample: { ...movement, participant_id: PARTICIPANT, bucket: 'AVAILABLE' },
  },
  'balance.debited': {
    category: 'movement',
    description: 'A balance decreased through a rule action or an API debit.',
    sample: { ...movement, participant_id: PARTICIPANT, bucket: 'AVAILABLE' },
  },
  'balance.expired': {
    category: 'movement',
    description: 'Lots expired, and what was left in them was forfeited.',
    sample: { journal_entry_id: ENTRY, organization_id: ORGANIZATION, participant_id: PARTICIPANT, asset_id: ASSET, lot_count: 3 },
  },
  'balance.held': {
    category: 'movement',
    description: 'Available balance was set aside under a reference, or reserved for a pending redemption.',
    sample: { ...movement, participant_id: PARTICIPANT },
  },
  'balance.released': {
    category: 'movement',
    description: 'Held balance became available again: by a release, or because a pending redemption was cancelled, failed or expired.',
    sample: { ...movement, participant_id: PARTICIPANT },
  },
  'balance.voided': {
    category: 'movement',
    description: 'Provisionally credited lots were taken back.',
    sample: { ...movement, participant_id: PARTICIPANT, reference_id: 'order-1042' },
  },
  'redemption.completed': {
    category: 'movement',
    description:
      'An amount or a catalog item was redeemed: at once, or by capturing what was reserved; a catalog item is named by `reward_catalog_item_id`.',
    sample: {
      redemption_id: REDEMPTION,
      organization_id: ORGANIZATION,
      program_id: PROGRAM,
      participant_id: PARTICIPANT,
      asset_id: ASSET,
      amount: '25.00',
    },
  },
  'redemption.reversed': {
    category: 'lifecycle',
    description: 'A redemption was reversed in whole or in part. The refund itself is sent as the `balance.credited` of its journal entry.',
    sample: {
      reversal_id: REVERSAL,
      redemption_id: REDEMPTION,
      organization_id: ORGANIZATION,
      program_id: PROGRAM,
      participant_id: PARTICIPANT,
      asset_id: ASSET,
      amount: '25.00',
    },
  },
  'transfer.completed': {
    category: 'movement',
    description: 'Value moved from a participant or group to others.',
    sample: {
      journal_entry_id: ENTRY,
      organization_id: ORGANIZATION,
      program_id: PROGRAM,
      source_participant_id: PARTICIPANT,
      asset_id: ASSET,
      recipients: [
        { participant_id: RECIPIENT, amount: '15.00' },
        { group_id: GROUP, amount: '10.00' },
      ],
    },
  },
  'program.funded': { category: 'movement', description: 'The wallet of a program was funded.', sample: movement },
  'program.burned': { category: 'movement', description: 'Balance of a program wallet was burned.', sample: movement },
  'participant.created': {
    category: 'lifecycle',
    description: 'A new participant was enrolled.',
    sample: { participant_id: PARTICIPANT, organization_id: ORGANIZATION, external_user_id: 'user-42' },
  },
  'participant.tier_changed': {
    category: 'lifecycle',
    description: 'A participant, group or program reached another level of a tier, or lost its level.',
    sample: { participant_id: PARTICIPANT, organization_id: ORGANIZATION, program_id: PROGRAM, tier: 'status', level: 'gold' },
  },
  'event.completed': {
    category: 'lifecycle',
    description: 'An event was processed: all rules were evaluated.',
    sample: { event_id: EVENT, organization_id: ORGANIZATION, program_id: PROGRAM },
  },
  'event.failed': {
    category: 'lifecycle',
    description: 'The validation or processing of an event failed and will not be retried automatically.',
    sample: {
      event_id: EVENT,
      organization_id: ORGANIZATION,
      program_id: PROGRAM,
      error: 'The program is not active.',
      error_code: 'program_inactive',
    },
  },
  'event.rejected': {
    category: 'lifecycle',
    description: 'An event was refused when it was sent, because of its actor or recipient.',
    sample: {
      organization_id: ORGANIZATION,
      program_id: PROGRAM,
      external_id: 'user-42',
      idempotency_key: 'order-1042',
      error: 'The participant is suspended.',
      error_code: 'participant_suspended',
    },
  },
};

/** Every type, in the order of the catalogue. */
export const WEBHOOK_TYPES = namesIn(EVENT_TYPES);

export function isWebhookType(text: string): text is WebhookType {
  return Object.hasOwn(EVENT_TYPES, text);
}
