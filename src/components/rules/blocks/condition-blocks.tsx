/** A condition as blocks. The CEL is what is edited: each change writes only the part that it is about. */
'use client';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { addBlock, ALWAYS, removeBlock, replaceBlock, type BlockPath } from '@/domain/rules/blocks/edit-blocks';
import { readBlocks } from '@/domain/rules/blocks/read-blocks';
import type { Fault } from '../cel/cel-editor';
import type { ProgramVocabulary } from '../cel/vocabulary';
import { BlockEditingProvider, type BlockEditing } from './block-editing';
import { WHOLE, withinItems } from './block-scope';
import { AddButton, BlockView } from './block-view';
import { BlockPicker } from './block-picker';

interface ConditionBlocksProps {
  label: string;
  value: string;
  onChange: (source: string) => void;
  faults: readonly Fault[];
  vocabulary: ProgramVocabulary;
  /** The list whose items it is about, by the name that they have in it. */
  item?: { readonly variable: string; readonly list: string };
  /** What it says that holds always; absent: that cannot be chosen. */
  always?: string;
}

/** Where an error points to in the source; its line and column count from 1. */
function offsetOf(source: string, { line, column }: Fault): number | null {
  if (line === null || column === null) return null;
  const before = source.split('\n').slice(0, line - 1);
  return before.reduce((length, text) => length + text.length + 1, 0) + column - 1;
}

export function ConditionBlocks({ label, value, onChange, faults, vocabulary, item, always }: ConditionBlocksProps) {
  const id = useId();
  const scope = useMemo(() => (item ? withinItems(WHOLE, item.variable, item.list, false) : WHOLE), [item]);
  const root = useMemo(() => (value.trim() === '' ? undefined : readBlocks(value)), [value]);
  const box = useRef<HTMLDivElement>(null);
  const [focus, setFocus] = useState<BlockPath | null>(null);
  const [before, setBefore] = useState<string | null>(null);
  useEffect(() => {
    if (focus === null) return;
    const block = document.getElementById([id, ...focus].join('-')) ?? box.current;
    (block?.querySelector<HTMLElement>('[data-begin]') ?? block?.querySelector<HTMLElement>('button'))?.focus();
    setFocus(null);
  }, [focus, value, id]);
  const editing = useMemo((): BlockEditing => {
    const edit: BlockEditing['edit'] = (change, next) => {
      setBefore(null);
      onChange(change(value));
      if (next !== undefined) setFocus(next);
    };
    return {
      vocabulary,
      idOf: (path) => [id, ...path].join('-'),
      edit,
      replace: (path, block) => edit((source) => replaceBlock(source, path, block)),
      remove: (path) => {
        edit((source) => removeBlock(source, path), path.slice(0, -1));
        setBefore(value);
      },
      faultAt: (start, end) =>
        faults.find((fault) => {
          const offset = offsetOf(value, fault);
          return offset !== null && start <= offset && offset < end;
        })?.message,
    };
  }, [id, value, onChange, faults, vocabulary]);
  if (root === null) return <p className="text-ink-soft">This is not valid CEL yet. Choose “CEL” to correct it.</p>;
  return (
    <BlockEditingProvider value={editing}>
      <div ref={box} role="group" aria-label={`${label} as blocks`} className="flex min-w-0 flex-col gap-2">
        {root === undefined ? (
          <NoConditions item={item ?? null} always={always} onChange={onChange} onFocus={setFocus} />
        ) : (
          <BlockView placed={root} path={[]} scope={scope} />
        )}
        {root && root.block.kind !== 'group' && <AddButton path={[]} scope={scope} focus={root.block.kind === 'constant' ? [] : [1]} />}
        {before !== null && (
          <p role="status" className="text-ink-soft flex items-center gap-2">
            Removed.
            <Button
              size="small"
              onClick={() => {
                onChange(before);
                setBefore(null);
              }}
            >
              Undo
            </Button>
          </p>
        )}
      </div>
    </BlockEditingProvider>
  );
}

interface NoConditionsProps extends Pick<ConditionBlocksProps, 'onChange' | 'always'> {
  item: NonNullable<ConditionBlocksProps['item']> | null;
  onFocus: (path: BlockPath) => void;
}

function NoConditions({ item, always, onChange, onFocus }: NoConditionsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <BlockPicker
        item={item}
        trigger={<Button variant={always === undefined ? 'secondary' : 'primary'}>Add condition</Button>}
        onChoose={(block) => {
          onChange(addBlock(ALWAYS, [], block));
          onFocus([]);
        }}
      />
      {always !== undefined && <Button onClick={() => onChange(ALWAYS)}>{always}</Button>}
    </div>
  );
}
