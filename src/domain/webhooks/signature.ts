/**
 * Signs deliveries in two forms at once: `Service-Signature` over `t.body`, keyed with the text of the
 * secret, and the Standard Webhooks headers, keyed with the bytes that the secret encodes.
 */
import { createHmac } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';

/** Random bytes of a new secret. */
export const SECRET_BYTES = 32;

/** The text of a secret: a key as it stands, and the base64 of another after the prefix. */
export function secretFrom(bytes: Uint8Array): string {
  return SECRET_PREFIX + Buffer.from(bytes).toString('base64');
}

export interface Delivered {
  /** The id of the envelope: the same on every attempt and for every endpoint. */
  readonly id: string;
  /** Real time of the attempt, in whole Unix seconds. */
  readonly timestamp: number;
  readonly body: string;
}

/** The signature headers of one attempt. During a rotation there are two secrets, the newer first, and each header carries both values. */
export function signatureHeaders(delivered: Delivered, secrets: readonly string[]) {
  const { id, timestamp, body } = delivered;
  return {
    'service-signature': [`t=${timestamp}`, ...secrets.map((secret) => `v1=${serviceSignature(timestamp, body, secret)}`)].join(','),
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => `v1,${standardSignature(delivered, secret)}`).join(' '),
  };
}

function serviceSignature(timestamp: number, body: string, secret: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
}

function standardSignature({ id, timestamp, body }: Delivered, secret: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
}
