/** Builds the body of a delivery from the stored row alone, so that every attempt sends the same bytes. */
import { timeOfId } from '@/server/platform/ids';

interface StoredEnvelope {
  readonly webhook_event_id: string;
  readonly type: string;
  readonly api_version: string;
  readonly organization_id: string;
  /** JSON text, sent verbatim. */
  readonly data: string;
}

export function envelopeBody(envelope: StoredEnvelope): string {
  const head = {
    id: envelope.webhook_event_id,
    type: envelope.type,
    api_version: envelope.api_version,
    created_at: timeOfId(envelope.webhook_event_id).toISOString(),
    organization_id: envelope.organization_id,
  };
  return `${JSON.stringify(head).slice(0, -1)},"data":${envelope.data}}`;
}
