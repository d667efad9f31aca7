/** Lists what a rule credited in one evaluation. */
import { amountOf, type Amount } from '@/domain/money';
import { issues } from '../actions/catalog';
import type { Evaluation } from '../evaluate';

interface Credit {
  readonly assetId: string;
  readonly amount: Amount;
}

export const creditsIn = ({ rule, actions }: Pick<Evaluation, 'rule' | 'actions'>): Credit[] =>
  actions.flatMap(({ result, asset_id: assetId, amount }, place) => {
    const source = rule.actions[place]?.source;
    const credited = result === 'APPLIED' && source !== undefined && issues(source);
    return credited && assetId !== undefined && amount !== undefined ? [{ assetId, amount: amountOf(amount) }] : [];
  });
