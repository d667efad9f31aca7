/** Makes webhooks of every event type with the payload that it carries (contract: "Webhooks"). */
import type { TargetId, TransferSourceId, WebhookPayloads, WebhookType } from './catalog';

export const API_VERSION = '2026-03-01';

/** A webhook to be sent once the decision that contains it is committed. */
export type WebhookDraft = { [T in WebhookType]: { readonly type: T; readonly data: WebhookPayloads[T] } }[WebhookType];

export function webhook<T extends WebhookType>(type: T, data: WebhookPayloads[T]): WebhookDraft {
  // The data is that of the type, which the signature demands.
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
