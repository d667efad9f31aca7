/** Reads claim pages: what the bearer of a token may see, and what consent reveals. */
import { DomainError } from '@/domain/errors';
import { claimStatus, type ClaimStatus } from '@/domain/fulfillment/claim';
import { findClaim, recordConsent, type ClaimRow } from '@/server/db/repositories/rewards/fulfillment-orders';
import { claimKey, openLink } from './claim-token';

export interface GiftClaim {
  readonly status: ClaimStatus;
  readonly organization: string;
  readonly reward: { readonly name: string; readonly description: string | null; readonly imageUrl: string | null };
  readonly faceValueMinor: number;
  readonly currency: string;
  readonly consentedAt: Date | null;
  /** Where to collect the reward; null until the bearer has consented and the reward is READY. */
  readonly link: string | null;
}

/** @throws DomainError not_found. */
export async function readClaim(token: string): Promise<GiftClaim> {
  const key = claimKey(token);
  return claimOf((key && (await findClaim(key))) ?? unknownClaim());
}

/** Records the bearer's consent, once, and answers with what it reveals. @param realNow real time. @throws DomainError not_found. */
export async function consentToClaim(token: string, realNow: Date): Promise<GiftClaim> {
  const key = claimKey(token);
  if (key) await recordConsent(key, realNow);
  return readClaim(token);
}

function claimOf(row: ClaimRow): GiftClaim {
  const status = claimStatus(row.order_status, row.redemption_status);
  return {
    status,
    organization: row.organization_name,
    reward: { name: row.reward_name, description: row.reward_description, imageUrl: row.reward_image_url },
    faceValueMinor: row.face_value_minor,
    currency: row.face_currency,
    consentedAt: row.consented_at,
    link: status === 'READY' && row.consented_at && row.link ? openLink(row.redemption_id, row.link) : null,
  };
}

function unknownClaim(): never {
  throw new DomainError('not_found', 'There is no reward to claim at this address.');
}
