/** Defines the headers of a delivery, and what they mean to its receiver. */
import { signatureHeaders, type Delivered } from './signature';

/** Every header that a delivery carries of its own, signatures included. @param secrets the newer first, while one replaces another. */
export function deliveryHeaders(delivered: Delivered, secrets: readonly string[]): Record<DeliveryHeader, string> {
  return { 'content-type': 'application/json', 'user-agent': 'Service-Webhooks/1', ...signatureHeaders(delivered, secrets) };
}

interface HeaderEntry {
  readonly description: string;
  readonly example: string;
}

export const DELIVERY_HEADERS = {
  'content-type': { description: 'Always `application/json`.', example: 'application/json' },
  'user-agent': { description: 'Name and version of the sender.', example: 'Service-Webhooks/1' },
  'service-signature': {
    description:
      '`t=<unix_seconds>,v1=<hex_hmac>`: the time of the attempt, and the HMAC-SHA256, in lowercase hex, of `t`, a full stop and the raw body. The key is the whole secret of the endpoint, including `whsec_`. While a secret is rotated there are two `v1=` parts, and one that fits is enough. Compare in constant time, and reject a delivery whose `t` is more than 5 minutes from now.',
    example: 't=1790000000,v1=5f8d3c1e0b9a72645f8d3c1e0b9a72645f8d3c1e0b9a72645f8d3c1e0b9a7264',
  },
  'webhook-id': {
    description: "Standard Webhooks: the envelope's `id`, the same on every attempt. Skip an id that you have already handled.",
    example: '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d0b',
  },
  'webhook-timestamp': { description: 'Standard Webhooks: Unix time of the attempt, in seconds; the same as `t`.', example: '1790000000' },
  'webhook-signature': {
    description:
      'Standard Webhooks: `v1,<base64_hmac>`, the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the raw body, with full stops between them. The key is the base64-decoded part of the secret after `whsec_`. While a secret is rotated there are two values, separated by a space.',
    example: 'v1,X408Hgualiaf0oze8X2iZF+NPB4LmnJkX408Hguaci4=',
  },
} as const satisfies Readonly<Record<string, HeaderEntry>>;

type DeliveryHeader = keyof typeof DELIVERY_HEADERS;
