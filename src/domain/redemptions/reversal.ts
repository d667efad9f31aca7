/** Decides how much of a redemption a reversal gives back: an amount, or units at what they cost. */
import { present } from '@/domain/assert';
import { DomainError } from '@/domain/errors';
import { Amount, formatAmount } from '@/domain/money';
import { transition, type RedemptionStatus } from './machine';

export interface Reversible {
  readonly status: RedemptionStatus;
  readonly amount: Amount;
  readonly reversedAmount: Amount;
  /** Decimal places of the asset. */
  readonly scale: number;
  /** For a reward redeemed by the unit; null for any other redemption. */
  readonly units: { readonly quantity: number; readonly unitCost: Amount; readonly reversed: number } | null;
}

interface ReversalRequest {
  readonly amount?: Amount | undefined;
  readonly quantity?: number | undefined;
}

/** What one reversal gives back, and how the redemption stands after it. */
export interface ReversalPlan {
  readonly amount: Amount;
  /** Units given back; null when the redemption has none. */
  readonly quantity: number | null;
  readonly status: RedemptionStatus;
}

/**
 * A unit gives back what it cost, less what reversals by amount have given back already. Once no amount
 * is left, every unit counts as given back.
 * @throws DomainError invalid_reversal_params, redemption_not_completed, already_reversed, quantity_exceeds_remaining, amount_exceeds_remaining.
 */
export function planReversal(redemption: Reversible, request: ReversalRequest): ReversalPlan {
  assertOneMeasure(redemption, request);
  transition(redemption.status, 'REVERSE_PART');
  const left = redemption.amount.minus(redemption.reversedAmount);
  const amount =
    request.amount ??
    costOf(
      present(redemption.units, 'a quantity of a redemption without units was refused'),
      present(request.quantity, 'a request without an amount has a quantity'),
      left,
    );
  if (amount.greaterThan(left)) {
    const remaining = formatAmount(left, redemption.scale);
    throw new DomainError('amount_exceeds_remaining', `Only ${remaining} of the redemption remains to be reversed.`, {
      param: 'amount',
      details: { remaining },
    });
  }
  const isRest = amount.equals(left);
  const status = transition(redemption.status, isRest ? 'REVERSE_REST' : 'REVERSE_PART') ?? redemption.status;
  return { amount, quantity: redemption.units && (isRest ? unitsLeft(redemption.units) : (request.quantity ?? 0)), status };
}

function assertOneMeasure({ units }: Reversible, { amount, quantity }: ReversalRequest): void {
  if ((amount === undefined) === (quantity === undefined))
    throw new DomainError('invalid_reversal_params', 'Send exactly one of `amount` and `quantity`.', { param: 'amount' });
  if (quantity !== undefined && units === null) {
    throw new DomainError('invalid_reversal_params', 'This redemption has no units; send `amount` instead of `quantity`.', {
      param: 'quantity',
    });
  }
}

type Units = NonNullable<Reversible['units']>;

const unitsLeft = ({ quantity, reversed }: Units): number => quantity - reversed;

function costOf(units: Units, quantity: number, left: Amount): Amount {
  const remaining = unitsLeft(units);
  if (quantity > remaining) {
    throw new DomainError(
      'quantity_exceeds_remaining',
      `Only ${remaining} ${remaining === 1 ? 'unit' : 'units'} of the redemption can still be reversed.`,
      {
        param: 'quantity',
        details: { remaining },
      },
    );
  }
  const cost = units.unitCost.times(quantity);
  return quantity === remaining ? left : Amount.min(cost, left);
}
