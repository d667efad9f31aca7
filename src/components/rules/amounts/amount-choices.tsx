/** Edits an amount as a choice and writes its template, which is all that is kept; what no choice says stays a formula. */
'use client';
import { useEffect, useState } from 'react';
import { useAssetIndex } from '@/components/assets/asset-index';
import { FieldFault } from '@/components/ui/field';
import type { AmountChoice } from '@/domain/rules/amounts/choice';
import { amountChoiceOf } from '@/domain/rules/amounts/read';
import { templateOf } from '@/domain/rules/amounts/write';
import { useRuleFindings } from '../cel/rule-findings';
import { AmountExample } from './amount-example';
import type { AmountKind } from './amount-kinds';
import { BaseFields } from './base-fields';
import { LayerFields } from './layer-fields';

interface AmountChoicesProps {
  amount: string;
  /** Null until the amount has been read. */
  kind: AmountKind | null;
  /** Whether the amount itself is being edited as text beside this. */
  isText: boolean;
  at: string;
  assetId: string;
  error?: string;
  onRead: (kind: AmountKind) => void;
  onChange: (amount: string) => void;
}

export function AmountChoices({ amount, kind, isText, at, assetId, error, onRead, onChange }: AmountChoicesProps) {
  const [edited, setEdited] = useState<{ amount: string; choice: AmountChoice | null }>(() => ({ amount, choice: amountChoiceOf(amount) }));
  // Changed by somebody else than this form.
  if (edited.amount !== amount) setEdited({ amount, choice: amountChoiceOf(amount) });
  const { choice } = edited;
  useEffect(() => {
    if (kind === null) onRead(choice?.base.kind ?? (amount.trim() === '' ? 'fixed' : 'formula'));
  }, [kind, choice, amount, onRead]);
  const [fault] = useRuleFindings().faults[at] ?? [];
  const asset = useAssetIndex().all.find(({ id }) => id === assetId);
  if (kind === null || kind === 'formula' || choice?.base.kind !== kind) return null;
  const change = (next: AmountChoice) => {
    const template = templateOf(next);
    setEdited({ amount: template, choice: next });
    onChange(template);
  };
  const { factors, rounding, atLeast, atMost } = choice;
  const isPlain = factors.length === 0 && !rounding && atLeast === null && atMost === null;
  const message = fault?.message ?? error;
  return (
    <>
      {!isText && (
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-6">
          <BaseFields base={choice.base} onChange={(base) => change({ ...choice, base })} />
        </div>
      )}
      <details open={!isPlain || undefined}>
        <summary className="text-ink-soft cursor-pointer text-xs font-medium">Factors, rounding and bounds</summary>
        <div className="mt-3 grid grid-cols-1 gap-4 sm:grid-cols-6">
          <LayerFields choice={choice} onChange={change} />
        </div>
      </details>
      {!isText && (
        <>
          <AmountExample choice={choice} symbol={asset?.symbol ?? ''} scale={asset?.scale} />
          <p className="text-ink-soft text-xs">
            Kept as <code className="font-mono break-all">{amount}</code>
          </p>
          {message !== undefined && <FieldFault>{message}</FieldFault>}
        </>
      )}
    </>
  );
}
