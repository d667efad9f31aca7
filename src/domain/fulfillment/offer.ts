/** When a reward can be backed by a product of a provider. */
import { DomainError } from '@/domain/errors';
import type { RedemptionType } from '@/domain/redemptions/reward';
import type { AccountStatus } from './provider';

export interface OfferRequest {
  readonly redemption_type: RedemptionType;
  readonly asset_id: string;
  readonly reward_source_id?: string | undefined;
  readonly product_id?: string | undefined;
}

export interface OfferedSource {
  readonly asset_id: string;
  readonly status: AccountStatus;
  readonly account_status: AccountStatus;
}

/** @throws DomainError validation_error when only one of source and product is named, or the reward is sold by the unit. */
export function isProviderBacked({ redemption_type, reward_source_id, product_id }: OfferRequest): boolean {
  if (reward_source_id === undefined && product_id === undefined) return false;
  if (reward_source_id === undefined)
    throw invalid('reward_source_id', 'A reward that names a product needs the reward source that sells it.', 'required');
  if (product_id === undefined) throw invalid('product_id', 'A reward of a reward source needs the product that it sells.', 'required');
  if (redemption_type !== 'AMOUNT_BASED') throw invalid('redemption_type', 'A reward of a reward source is AMOUNT_BASED.', 'invalid_value');
  return true;
}

/** @throws DomainError invalid_status (source or account archived), validation_error (another asset). */
export function assertOffers(source: OfferedSource, { asset_id }: OfferRequest): void {
  if (!isActive(source))
    throw new DomainError('invalid_status', 'The reward source or its account is archived; use another.', { param: 'reward_source_id' });
  if (asset_id !== source.asset_id) throw invalid('asset_id', 'The reward source sells for another asset; name that one.', 'invalid_value');
}

/** @throws DomainError reward_unavailable. */
export function assertStillOffered(source: OfferedSource): void {
  if (!isActive(source))
    throw new DomainError('reward_unavailable', 'The provider behind the reward is not used any more.', { param: 'reward_id' });
}

const isActive = ({ status, account_status }: OfferedSource): boolean => status === 'ACTIVE' && account_status === 'ACTIVE';

function invalid(field: string, message: string, reason: string): DomainError {
  return new DomainError('validation_error', message, { param: field, fields: [{ field, message, reason }] });
}
