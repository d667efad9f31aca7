/** Decides when a reward can be backed by a provider's product. */
import { DomainError } from '@/domain/errors';
import type { RedemptionType } from '@/domain/redemptions/reward';
import type { AccountStatus } from './provider';

interface OfferRequest {
  readonly redemption_type: RedemptionType;
  readonly asset_id: string;
  readonly reward_source_id?: string | undefined;
  readonly product_id?: string | undefined;
}

interface OfferedSource {
  readonly asset_id: string;
  readonly status: AccountStatus;
  readonly account_status: AccountStatus;
}

/** @throws DomainError validation_error when only one of source and product is named, or the reward is sold by the unit. */
export function isProviderBacked({ redemption_type, reward_source_id, product_id }: OfferRequest): boolean {
  if (reward_source_id === undefined && product_id === undefined) return false;
  if (reward_source_id === undefined)
    throw invalid(
      'reward_source_id',
      'A reward with a `product_id` also needs the `reward_source_id` of the source that sells the product.',
      'required',
    );
  if (product_id === undefined) throw invalid('product_id', 'A reward with a `reward_source_id` also needs a `product_id`.', 'required');
  if (redemption_type !== 'AMOUNT_BASED')
    throw invalid('redemption_type', 'A reward with a `reward_source_id` must be AMOUNT_BASED.', 'invalid_value');
  return true;
}

/** @throws DomainError invalid_status (source or account archived), validation_error (another asset). */
export function assertOffers(source: OfferedSource, { asset_id }: OfferRequest): void {
  if (!isActive(source))
    throw new DomainError('invalid_status', 'The reward source or its account is archived; use another.', { param: 'reward_source_id' });
  if (asset_id !== source.asset_id)
    throw invalid('asset_id', 'The reward source uses another asset; send the `asset_id` of the source.', 'invalid_value');
}

/** @throws DomainError reward_unavailable. */
export function assertStillOffered(source: OfferedSource): void {
  if (!isActive(source))
    throw new DomainError(
      'reward_unavailable',
      'The fulfillment account or reward source of this reward is archived; choose another reward.',
      { param: 'reward_id' },
    );
}

const isActive = ({ status, account_status }: OfferedSource): boolean => status === 'ACTIVE' && account_status === 'ACTIVE';

function invalid(field: string, message: string, reason: string): DomainError {
  return new DomainError('validation_error', message, { param: field, fields: [{ field, message, reason }] });
}
