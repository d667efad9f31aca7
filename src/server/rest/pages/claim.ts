/**
 * Serves `/claim/{token}`, where a participant claims a reward. The reward is handed out only once the form was sent with consent;
 * without it the form is shown again with the error. Available as JSON too, where requested.
 */
import { DomainError } from '@/domain/errors';
import { getClaim, postClaim, type PresentedClaim } from '@/server/api/claim';
import { wantsJson } from '../accept';
import { firstHeader, type RestRequest, type RestResponse } from '../message';
import { claimView, unknownClaimView } from './claim-view';
import type { Html } from './html';

const FORM = 'application/x-www-form-urlencoded';
const YES = new Set(['true', 'on', '1', 'yes']);

/** The URL is a secret: it must not leak to the pages that are linked to. */
const PRIVATE = { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex', Vary: 'Accept' };
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src https: http:; base-uri 'none'; frame-ancestors 'none'; form-action 'self'";

export async function claimPage(request: RestRequest, token: string): Promise<RestResponse> {
  if (request.method !== 'POST') return attempt(request, () => getClaim(token));
  const consents = await readConsent(request);
  return attempt(
    request,
    () => postClaim(token, consents, new Date(Date.now())),
    () => getClaim(token),
  );
}

/** @param again what to show again, with the error above it, when consent is missing. */
async function attempt(
  request: RestRequest,
  read: () => Promise<PresentedClaim>,
  again?: () => Promise<PresentedClaim>,
): Promise<RestResponse> {
  try {
    const claim = await read();
    return wantsJson(request) ? json(claim) : page(200, claimView(claim, null));
  } catch (error) {
    if (!(error instanceof DomainError) || wantsJson(request)) throw error;
    if (error.code === 'consent_required' && again) return page(error.status, claimView(await again(), error.message));
    return page(error.status, unknownClaimView(error.message));
  }
}

/** @throws DomainError unsupported_media_type, request_too_large. */
async function readConsent(request: RestRequest): Promise<boolean> {
  const type = firstHeader(request, 'content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== FORM) throw new DomainError('unsupported_media_type', `Send the form as \`Content-Type: ${FORM}\`.`);
  const form = new URLSearchParams(Buffer.from(await request.readBody()).toString('utf8'));
  return YES.has(form.get('consent')?.toLowerCase() ?? '');
}

const json = (value: PresentedClaim): RestResponse => ({
  status: 200,
  headers: { ...PRIVATE, 'Content-Type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
});

const page = (status: number, markup: Html): RestResponse => ({
  status,
  headers: { ...PRIVATE, 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': POLICY },
  body: markup.text,
});
