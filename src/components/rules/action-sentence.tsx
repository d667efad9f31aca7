/** Says what one action does, as it is typed, in the words that the sentence of the whole rule has for it. */
'use client';
import { useMemo } from 'react';
import { RuleAction } from '@/contract/rule';
import { actionSentence } from '@/domain/rules/sentence/action-words';
import { useAssetIndex } from '@/components/assets/asset-index';
import { actionOf, type ActionDraft } from './action-draft';
import { useDebounced } from './use-debounced';

interface ActionSentenceProps {
  action: ActionDraft;
  /** Of the text, for what it describes. */
  id: string;
}

/** Told with the whole rule to those who listen; here it describes the action to them. */
export function ActionSentence({ action, id }: ActionSentenceProps) {
  const { symbolOf } = useAssetIndex();
  const [typed] = useDebounced(action);
  const sentence = useMemo(() => {
    const written = RuleAction.safeParse(actionOf(typed)).data;
    return written === undefined ? null : actionSentence(written, symbolOf);
  }, [typed, symbolOf]);
  return (
    <p id={id} className={`border-line border-t pt-3 ${sentence === null ? 'text-ink-faint' : 'text-ink-soft break-words'}`}>
      {sentence ?? 'Fill in what is required, and this says what the action does.'}
    </p>
  );
}
