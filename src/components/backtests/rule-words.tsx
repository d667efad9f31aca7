/** Names a rule of a backtest and says what it does. */
import type { Backtest } from '@/contract/backtest';

type TriedRule = NonNullable<Backtest['result']>['rules'][number];

export const RuleWords = ({ rule: { name, tried, sentence } }: { rule: Pick<TriedRule, 'name' | 'tried' | 'sentence'> }) => (
  <>
    <span className="font-medium">{tried ? name : `${name} (not tried)`}</span>
    {sentence !== null && <span className="text-ink-soft block max-w-prose min-w-32 text-xs break-words">{sentence}</span>}
  </>
);
