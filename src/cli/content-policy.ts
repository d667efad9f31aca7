/** Limits what a dashboard page may load and run: our own files, scripts with the nonce of this response, and pictures of rewards. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Our scripts create styles, too, which cannot carry the nonce. */
const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' https: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The pages get the same policy as request headers, and give the nonce to their scripts. */
export function applyContentPolicy(req: IncomingMessage, res: ServerResponse): void {
  const nonce = randomBytes(16).toString('base64');
  const text = policy(nonce);
  req.headers['content-security-policy'] = text;
  req.headers['x-nonce'] = nonce;
  res.setHeader('Content-Security-Policy', text);
}
