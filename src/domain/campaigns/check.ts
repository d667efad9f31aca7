/** Validates the terms of a campaign before they are saved: the audience compiles, the window has a length, and budgets fit their assets. */
import type { FieldError } from '@/domain/errors';
import type { AssetTerms } from '@/domain/ledger/accounts';
import { expressionField, faultsOf, refuseFaults, scaleFaults, unlinked } from '@/domain/rules/check';
import { compileCondition } from '@/domain/rules/condition';
import type { CampaignTerms } from './terms';

/**
 * @param assets linked to the program, by id.
 * @throws DomainError validation_error naming every field at fault, asset_not_linked.
 */
export function assertCampaignSound(
  { audience, starts_at, ends_at, budgets }: CampaignTerms,
  assets: ReadonlyMap<string, AssetTerms>,
): void {
  refuseFaults(
    [
      ...(audience === null ? [] : faultsOf('audience', () => compileCondition(audience)).map(expressionField)),
      ...windowFaults(starts_at, ends_at),
      ...budgets.flatMap((budget, index) => scaleFaults(`budgets[${index}].limit`, budget.limit, assets.get(budget.asset_id))),
      ...unlinked('budgets', budgets, assets),
    ],
    'campaign',
  );
}

function windowFaults(from: string | null, to: string | null): FieldError[] {
  if (from === null || to === null || from < to) return [];
  return [
    {
      field: 'ends_at',
      message: 'The campaign would end before it begins; choose a later time.',
      reason: 'out_of_range',
      expected: 'later than starts_at',
    },
  ];
}
