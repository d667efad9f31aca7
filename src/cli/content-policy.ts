/** What a page of the dashboard may load and run: our own files, scripts that carry the nonce of this answer, and pictures of rewards. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Styles are also made by scripts of ours, which no nonce reaches. */
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

/** The pages are told the policy in the same words, and give the nonce to their scripts. */
export function applyContentPolicy(req: IncomingMessage, res: ServerResponse): void {
  const nonce = randomBytes(16).toString('base64');
  const text = policy(nonce);
  req.headers['content-security-policy'] = text;
  req.headers['x-nonce'] = nonce;
  res.setHeader('Content-Security-Policy', text);
}
