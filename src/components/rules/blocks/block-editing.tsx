/** The condition that is being edited and the edits on it, for every block of it. */
'use client';
import { createContext, useContext, type ReactNode } from 'react';
import type { Block } from '@/domain/rules/blocks/block';
import type { BlockPath } from '@/domain/rules/blocks/edit-blocks';
import type { ProgramVocabulary } from '../cel/vocabulary';

export interface BlockEditing {
  readonly vocabulary: ProgramVocabulary;
  /** Applies an edit to the source. @param focus the block to go on with. */
  readonly edit: (change: (source: string) => string, focus?: BlockPath) => void;
  readonly replace: (path: BlockPath, block: Block) => void;
  /** Takes a block out; what was there can be brought back until the next edit. */
  readonly remove: (path: BlockPath) => void;
  /** The id of the element that shows a block. */
  readonly idOf: (path: BlockPath) => string;
  /** An error of the API within a block. */
  readonly faultAt: (start: number, end: number) => string | undefined;
}

const EditingContext = createContext<BlockEditing | null>(null);

export const BlockEditingProvider = ({ value, children }: { value: BlockEditing; children: ReactNode }) => (
  <EditingContext value={value}>{children}</EditingContext>
);

export function useBlockEditing(): BlockEditing {
  const editing = useContext(EditingContext);
  if (editing === null) throw new Error('A block is shown within a condition.');
  return editing;
}
