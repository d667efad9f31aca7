/** Shows the state of the provider order behind a redemption. */
'use client';
import type { Fulfillment } from '@/contract/fulfillment';
import { faceValueText } from '@/domain/fulfillment/currency';
import { StatusBadge, statusLabel } from '@/components/ui/badge';
import { CopyableId } from '@/components/ui/copyable-id';
import { Facts } from '@/components/ui/facts';
import { RelativeTime } from '@/components/ui/relative-time';

export const FulfillmentFacts = ({ fulfillment }: { fulfillment: Fulfillment }) => (
  <Facts
    facts={[
      { name: 'Order', value: <StatusBadge status={fulfillment.status} /> },
      { name: 'Provider', value: statusLabel(fulfillment.provider) },
      { name: 'Face value', value: faceValueText(fulfillment.face_value_minor, fulfillment.face_currency) },
      ...(fulfillment.provider_order_id
        ? [{ name: 'Order at the provider', value: <CopyableId id={fulfillment.provider_order_id} label="Order id" whole /> }]
        : []),
      ...(fulfillment.claim_url
        ? [{ name: 'Claim page', value: <CopyableId id={fulfillment.claim_url} label="Address of the claim page" whole /> }]
        : []),
      ...(fulfillment.failure_reason ? [{ name: 'Reason', value: fulfillment.failure_reason }] : []),
      { name: 'Resolved', value: <RelativeTime at={fulfillment.resolved_at} /> },
    ]}
  />
);
