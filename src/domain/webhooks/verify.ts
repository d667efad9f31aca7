/** Checks a delivery as its receiver should: in constant time, and within a tolerance of its timestamp. */
import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_SECONDS = 300;

/**
 * Whether header, the Service-Signature of a delivery, was made for body with secret. While a secret
 * is rotated the header carries two signatures, and one that fits is enough.
 * @param body the raw request body, byte for byte: not parsed and written again.
 * @param nowSeconds the receiver's own Unix time.
 */
export function verifyWebhook(
  body: string | Uint8Array,
  header: string,
  secret: string,
  nowSeconds: number,
  toleranceSeconds = TOLERANCE_SECONDS,
): boolean {
  const parts = header.split(',').map((part) => part.trim());
  const timestamp = parts.find((part) => part.startsWith('t='))?.slice(2) ?? '';
  if (secret === '' || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(nowSeconds - Number(timestamp)) > toleranceSeconds) return false;
  const expected = createHmac('sha256', secret).update(timestamp).update('.').update(body).digest();
  return parts
    .filter((part) => /^v1=[0-9a-f]{64}$/.test(part))
    .some((part) => timingSafeEqual(Buffer.from(part.slice(3), 'hex'), expected));
}
