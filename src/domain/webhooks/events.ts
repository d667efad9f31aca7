/** Defines every webhook event type and the payload it carries (contract: "Events"). */

export const API_VERSION = '2026-03-01';

/** Exactly one of the two names the target of a balance event. */
export type TargetId = { participant_id: string } | { group_id: string };

/** A participant or group, or neither when the tier is the program's own. */
type TierTarget = TargetId | { participant_id?: never; group_id?: never };

/** Exactly one of the two names the source of a transfer. */
export type TransferSourceId = { source_participant_id: string } | { source_group_id: string };

interface BalanceMovement {
  journal_entry_id: string;
  organization_id: string;
  program_id: string;
  asset_id: string;
  amount: string;
}

interface RedemptionEvent {
  redemption_id: string;
  organization_id: string;
  program_id: string;
  participant_id: string;
}

export interface WebhookPayloads {
  'balance.credited': BalanceMovement &
    TargetId & { bucket: string; reference_id?: string; settle?: { held_amount: string; delta: string } };
  'balance.debited': BalanceMovement & TargetId & { bucket: string; reference_id?: string };
  'balance.expired': TargetId & { journal_entry_id: string; organization_id: string; asset_id: string; lot_count: number };
  'balance.held': BalanceMovement & TargetId;
  'balance.released': BalanceMovement & TargetId;
  'balance.voided': BalanceMovement & TargetId & { reference_id: string };
  'redemption.completed': RedemptionEvent & ({ asset_id: string; amount: string } | { reward_catalog_item_id: string });
  'redemption.reversed': RedemptionEvent & { reversal_id: string; asset_id: string; amount: string };
  'transfer.completed': Omit<BalanceMovement, 'amount'> & TransferSourceId & { recipients: (TargetId & { amount: string })[] };
  'program.funded': BalanceMovement;
  'program.burned': BalanceMovement;
  'participant.tier_changed': TierTarget & { organization_id: string; program_id: string; tier: string; level: string | null };
  'participant.created': { participant_id: string; organization_id: string; external_user_id: string };
  'event.completed': { event_id: string; organization_id: string; program_id: string };
  'event.failed': { event_id: string; organization_id: string; program_id?: string; error: string; error_code?: string };
  'event.rejected': {
    organization_id: string;
    program_id: string;
    external_id: string;
    idempotency_key: string;
    error: string;
    error_code: string;
  };
}

export type WebhookType = keyof WebhookPayloads;

/** A webhook to be sent once the decision that contains it is committed. */
export type WebhookDraft = { [T in WebhookType]: { readonly type: T; readonly data: WebhookPayloads[T] } }[WebhookType];

export function webhook<T extends WebhookType>(type: T, data: WebhookPayloads[T]): WebhookDraft {
  return { type, data } as WebhookDraft;
}

/** Names a holder as balance payloads do. */
export function targetId(holder: { type: 'PARTICIPANT' | 'GROUP'; id: string }): TargetId {
  return holder.type === 'PARTICIPANT' ? { participant_id: holder.id } : { group_id: holder.id };
}

/** Names a holder as the source of a transfer. */
export function transferSource(holder: { type: 'PARTICIPANT' | 'GROUP'; id: string }): TransferSourceId {
  return holder.type === 'PARTICIPANT' ? { source_participant_id: holder.id } : { source_group_id: holder.id };
}
