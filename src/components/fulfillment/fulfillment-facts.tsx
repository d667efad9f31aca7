/** The order behind a redemption: what was ordered, how far it is, and where the participant claims it. */
'use client';
import type { Fulfillment } from '@/contract/fulfillment';
import { faceValueText } from '@/domain/fulfillment/currency';
import { Badge, statusLabel, type Tone } from '@/components/ui/badge';
import { CopyableId } from '@/components/ui/copyable-id';
import { Facts } from '@/components/ui/facts';
import { RelativeTime } from '@/components/ui/relative-time';
import { providerName } from './providers';

const TONES: Record<Fulfillment['status'], Tone> = { PENDING: 'info', ORDERED: 'info', DELIVERED: 'success', FAILED: 'danger' };

const none = <span className="text-ink-faint">—</span>;

export const FulfillmentFacts = ({ fulfillment }: { fulfillment: Fulfillment }) => (
  <Facts
    facts={[
      { name: 'Order', value: <Badge tone={TONES[fulfillment.status]}>{statusLabel(fulfillment.status)}</Badge> },
      { name: 'Face value', value: <span className="tabular-nums">{faceValueText(fulfillment.face_value_minor, fulfillment.face_currency)}</span> },
      { name: 'Provider', value: providerName(fulfillment.provider) },
      { name: 'Order at the provider', value: fulfillment.provider_order_id ? <CopyableId id={fulfillment.provider_order_id} label="Provider order" whole /> : none },
      ...(fulfillment.failure_reason ? [{ name: 'Failed because', value: statusLabel(fulfillment.failure_reason) }] : []),
      { name: 'Claim page', value: fulfillment.claim_url ? <CopyableId id={fulfillment.claim_url} label="Claim page" whole /> : none },
      { name: 'Ended', value: fulfillment.resolved_at ? <RelativeTime at={fulfillment.resolved_at} /> : none },
    ]}
  />
);
