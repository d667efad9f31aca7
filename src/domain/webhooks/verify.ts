/** Checks a delivery as its receiver should: in constant time, and within a tolerance of its timestamp. */
import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_SECONDS = 300;
const HEADER = /^t=(\d{1,12})((?:,v1=[0-9a-f]{64})+)$/;

/**
 * Whether `header`, the `Service-Signature` of a delivery, was made for `body` with `secret`.
 * @param body the raw request body, byte for byte.
 * @param nowSeconds the receiver's own Unix time.
 */
export function verifyServiceSignature(header: string, body: string, secret: string, nowSeconds: number): boolean {
  const match = HEADER.exec(header);
  if (!match || Math.abs(nowSeconds - Number(match[1])) > TOLERANCE_SECONDS) return false;
  const expected = createHmac('sha256', secret).update(`${match[1]}.${body}`).digest();
  const given = match[2]!.split(',v1=').slice(1);
  return given.some((signature) => timingSafeEqual(Buffer.from(signature, 'hex'), expected));
}
