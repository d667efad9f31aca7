/**
 * Receives the demo's webhooks as a customer's backend would: checks the signature, answers 200 or 401,
 * and shows the last deliveries at its own address.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { verifyWebhook } from '@/domain/webhooks/verify';

export const RECEIVER_PATH = '/demo/receiver';
const KEPT = 100;
const MAX_BYTES = 1_048_576;

interface Received {
  readonly at: string;
  readonly verified: boolean;
  readonly event: unknown;
}

/** A handler for node:http that returns false for every other path. */
export function demoReceiver(secret: string): (req: IncomingMessage, res: ServerResponse) => boolean {
  const received: Received[] = [];
  return (req, res) => {
    if (req.url !== RECEIVER_PATH) return false;
    if (req.method === 'GET') answer(res, 200, { verified: received.filter((item) => item.verified).length, deliveries: received });
    else void receive(req, res, secret, received).catch(() => res.destroy());
    return true;
  };
}

async function receive(req: IncomingMessage, res: ServerResponse, secret: string, received: Received[]): Promise<void> {
  const body = await readBody(req);
  const verified = verifyWebhook(body, String(req.headers['service-signature'] ?? ''), secret, Math.floor(Date.now() / 1000));
  received.unshift({ at: new Date().toISOString(), verified, event: verified ? JSON.parse(body) : null });
  received.length = Math.min(received.length, KEPT);
  answer(res, verified ? 200 : 401, { verified });
}

async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Without an encoding it gives bytes.
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error('a delivery is never this large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function answer(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body, null, 2));
}
