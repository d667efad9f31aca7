/** Chooses what a line of a condition is about. */
'use client';
import { useCallback, type ReactNode } from 'react';
import type { Block } from '@/domain/rules/blocks/block';
import { useBlockEditing } from './block-editing';
import { fieldChoices } from './field-choices';
import { FieldPicker } from './field-picker';

interface BlockPickerProps {
  /** The button that opens it. */
  trigger: ReactNode;
  /** The variable and list of the items that the line is about. */
  item: { readonly variable: string; readonly list: string } | null;
  onChoose: (block: Block) => void;
}

export function BlockPicker({ trigger, item, onChoose }: BlockPickerProps) {
  const { vocabulary } = useBlockEditing();
  const choicesFor = useCallback((typed: string) => fieldChoices(vocabulary, typed, item), [vocabulary, item]);
  return (
    <FieldPicker trigger={trigger} label="What the condition is about" choicesFor={choicesFor} onChoose={({ block }) => onChoose(block)} />
  );
}
