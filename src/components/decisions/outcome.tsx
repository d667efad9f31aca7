/** Shows what a decision came to: what the rules do, what gave nothing and why, and each balance before and after. */
'use client';
import { useAssetIndex } from '@/components/assets/asset-index';
import { HolderLink, partyOf, useHolderNames, type Party } from '@/components/balances/holder-names';
import { effectText } from '@/components/rules/effect-text';
import { ScopedLink } from '@/components/shell/scoped-link';
import { StatusBadge } from '@/components/ui/badge';
import { groupDigits } from '@/components/ui/money';
import type { DecidedBalance, DecidedEffect, DecidedRefusal } from './stored-decision';

export function Effects({ effects }: { effects: readonly DecidedEffect[] }) {
  const { symbolOf } = useAssetIndex();
  if (effects.length === 0) return <p className="panel text-ink-soft p-3">No rule gives or changes anything.</p>;
  return (
    <ul aria-label="Effects" className="panel divide-line divide-y">
      {effects.map((effect, index) => (
        <li key={index} className="flex flex-wrap items-baseline justify-between gap-x-3 px-3 py-2">
          <span className="min-w-0 break-words tabular-nums">{effectText(effect, symbolOf)}</span>
          {effect.rule_id && (
            <span className="text-xs">
              <ScopedLink href={`/rules/${effect.rule_id}`} className="text-accent hover:underline">
                {effect.rule_name ?? 'Rule'}
              </ScopedLink>{' '}
              {effect.rule_version !== null && <span className="text-ink-faint">version {effect.rule_version}</span>}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Renders nothing where nothing was refused. */
export function Refusals({ refused }: { refused: readonly DecidedRefusal[] }) {
  return (
    <ul aria-label="Why not" className="panel divide-line divide-y empty:hidden">
      {refused.map((refusal) => (
        <li key={refusal.type === 'RULE' ? refusal.rule_id : `${refusal.type}-${refusal.index}`} className="px-3 py-2">
          {refusal.type === 'RULE' ? <RefusedRule refusal={refusal} /> : <RefusedInput refusal={refusal} />}
        </li>
      ))}
    </ul>
  );
}

function RefusedRule({ refusal }: { refusal: Extract<DecidedRefusal, { type: 'RULE' }> }) {
  const { rule_id, rule_name, status, reason, margin } = refusal;
  const missed = margin === null ? null : `Missed by ${margin}.`;
  return (
    <>
      <div className="flex items-center justify-between gap-2">
        <ScopedLink href={`/rules/${rule_id}`} className="min-w-0 font-medium break-words hover:underline">
          {rule_name}
        </ScopedLink>
        <StatusBadge status={status} />
      </div>
      {(reason ?? missed) && <p className="text-ink-soft break-words">{[reason, missed].filter(Boolean).join('. ')}</p>}
    </>
  );
}

/** A redemption or a code that was sent. */
const RefusedInput = ({ refusal }: { refusal: Extract<DecidedRefusal, { type: 'REDEMPTION' | 'CODE' }> }) => (
  <>
    <div className="flex items-center justify-between gap-2">
      <span className="font-medium">
        {refusal.type === 'CODE' ? 'Code' : 'Redemption'} {refusal.index + 1}
      </span>
      <StatusBadge status="REFUSED" />
    </div>
    <p className="text-ink-soft break-words">
      {refusal.message} <code className="font-mono text-xs">{refusal.code}</code>
    </p>
  </>
);

const BUCKETS = ['available', 'held', 'deferred'] as const;

/** @param newcomer the name of who does not exist yet. */
export function BalanceChanges({ balances, newcomer }: { balances: readonly DecidedBalance[]; newcomer: string }) {
  const parties = balances.map(({ holder }) => (holder.id === null ? undefined : partyOf({ type: holder.type, id: holder.id })));
  const nameOf = useHolderNames(parties.filter((party): party is Party => party !== undefined));
  if (balances.length === 0) return <p className="panel text-ink-soft p-3">No balance changes.</p>;
  return (
    <div tabIndex={0} className="panel overflow-x-auto">
      <table className="w-full">
        <caption className="sr-only">Balances</caption>
        <thead className="text-ink-soft text-xs">
          <tr className="*:border-line *:border-b *:px-3 *:py-2 *:font-medium">
            <th scope="col" className="text-left">
              Balance
            </th>
            <th scope="col" className="text-right">
              Before
            </th>
            <th scope="col" className="text-right">
              After
            </th>
          </tr>
        </thead>
        <tbody className="divide-line divide-y">
          {balances.flatMap(({ asset_id, symbol, before, after }, index) =>
            BUCKETS.filter((bucket) => before[bucket] !== after[bucket]).map((bucket) => {
              const party = parties[index];
              return (
                <tr key={`${index}/${asset_id}/${bucket}`} className="*:px-3 *:py-2">
                  <th scope="row" className="text-left font-normal">
                    {party ? <HolderLink party={party} name={nameOf(party)} inText /> : newcomer}, {bucket}
                  </th>
                  <td className="text-ink-soft text-right whitespace-nowrap tabular-nums">{groupDigits(before[bucket])}</td>
                  <td className="text-right font-medium whitespace-nowrap tabular-nums">
                    {groupDigits(after[bucket])} <span className="text-ink-faint text-xs font-normal">{symbol}</span>
                  </td>
                </tr>
              );
            }),
          )}
        </tbody>
      </table>
    </div>
  );
}
