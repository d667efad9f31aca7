/** Answers claim pages: the token in the URL is the only credential a participant needs. */
import { DomainError } from '@/domain/errors';
import { consentToClaim, readClaim, type GiftClaim } from '@/server/services/fulfillment/claims';
import { presentTime } from './present/time';

/** What a claim page shows, as JSON. */
export interface PresentedClaim {
  readonly status: GiftClaim['status'];
  readonly organization_name: string;
  readonly reward: { readonly name: string; readonly description: string | null; readonly image_url: string | null };
  readonly face_value_minor: number;
  readonly face_currency: string;
  readonly consented_at: string | null;
  /** Null until the participant has consented and the reward is READY. */
  readonly link: string | null;
}

/** @throws DomainError not_found. */
export const getClaim = (token: string): Promise<PresentedClaim> => readClaim(token).then(present);

/**
 * @param consents whether the form's consent box was ticked.
 * @param realNow real time.
 * @throws DomainError not_found, consent_required.
 */
export async function postClaim(token: string, consents: boolean, realNow: Date): Promise<PresentedClaim> {
  if (consents) return present(await consentToClaim(token, realNow));
  await readClaim(token);
  throw new DomainError('consent_required', 'Tick the box to agree, then send the form again.', { param: 'consent' });
}

const present = ({ status, organization, reward, faceValueMinor, currency, consentedAt, link }: GiftClaim): PresentedClaim => ({
  status,
  organization_name: organization,
  reward: { name: reward.name, description: reward.description, image_url: reward.imageUrl },
  face_value_minor: faceValueMinor,
  face_currency: currency,
  consented_at: presentTime(consentedAt),
  link,
});
