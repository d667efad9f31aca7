/** Tells each action of a rule in a sentence of its own, in the order in which they are done. */
'use client';
import type { Rule } from '@/contract/rule';
import { actionSentence } from '@/domain/rules/sentence/action-words';
import { useAssetIndex } from '@/components/assets/asset-index';

export function ActionSentences({ actions }: Pick<Rule, 'actions'>) {
  const { symbolOf } = useAssetIndex();
  return (
    <ol aria-label="Actions in words" className="list-decimal pl-5">
      {actions.map((action, index) => (
        <li key={index}>{actionSentence(action, symbolOf)}</li>
      ))}
    </ol>
  );
}
