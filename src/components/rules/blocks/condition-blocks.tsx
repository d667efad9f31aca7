/** A condition as blocks. The CEL is what is edited: each change writes only the part that it is about. */
'use client';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { addBlock, ALWAYS, replaceBlock, type BlockPath } from '@/domain/rules/blocks/edit-blocks';
import { readBlocks } from '@/domain/rules/blocks/read-blocks';
import type { Fault } from '../cel/cel-editor';
import type { ProgramVocabulary } from '../cel/vocabulary';
import { BlockEditingProvider, type BlockEditing } from './block-editing';
import { idOfBlock, WHOLE } from './block-scope';
import { AddButton, BlockView } from './block-view';
import { FieldPicker } from './field-picker';

interface ConditionBlocksProps {
  label: string;
  value: string;
  onChange: (source: string) => void;
  faults: readonly Fault[];
  vocabulary: ProgramVocabulary;
}

/** Where an error points to in the source; its line and column count from 1. */
function offsetOf(source: string, { line, column }: Fault): number | null {
  if (line === null || column === null) return null;
  const before = source.split('\n').slice(0, line - 1);
  return before.reduce((length, text) => length + text.length + 1, 0) + column - 1;
}

export function ConditionBlocks({ label, value, onChange, faults, vocabulary }: ConditionBlocksProps) {
  const root = useMemo(() => (value.trim() === '' ? undefined : readBlocks(value)), [value]);
  const box = useRef<HTMLDivElement>(null);
  const [focus, setFocus] = useState<BlockPath | null>(null);
  const [before, setBefore] = useState<string | null>(null);
  useEffect(() => {
    if (focus === null) return;
    const block = document.getElementById(idOfBlock(focus)) ?? box.current;
    (block?.querySelector<HTMLElement>('[data-begin]') ?? block?.querySelector<HTMLElement>('button'))?.focus();
    setFocus(null);
  }, [focus, value]);
  const editing = useMemo((): BlockEditing => {
    const edit: BlockEditing['edit'] = (change, next) => {
      const changed = change(value);
      setBefore(changed.length < value.length && next !== undefined ? value : null);
      onChange(changed);
      if (next !== undefined) setFocus(next);
    };
    return {
      vocabulary,
      edit,
      replace: (path, block) => {
        setBefore(null);
        onChange(replaceBlock(value, path, block));
      },
      faultAt: (start, end) =>
        faults.find((fault) => {
          const offset = offsetOf(value, fault);
          return offset !== null && start <= offset && offset < end;
        })?.message,
    };
  }, [value, onChange, faults, vocabulary]);
  if (root === null) return <p className="text-ink-soft">This is not valid CEL yet. Choose “CEL” to correct it.</p>;
  return (
    <BlockEditingProvider value={editing}>
      <div ref={box} role="group" aria-label={`${label} as blocks`} className="flex min-w-0 flex-col gap-2">
        {root === undefined ? <NoConditions onChange={onChange} onFocus={setFocus} /> : <BlockView placed={root} path={[]} scope={WHOLE} />}
        {root && root.block.kind !== 'group' && <AddButton path={[]} scope={WHOLE} focus={root.block.kind === 'constant' ? [] : [1]} />}
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

function NoConditions({ onChange, onFocus }: { onChange: (source: string) => void; onFocus: (path: BlockPath) => void }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <FieldPicker
        item={null}
        trigger={<Button variant="primary">Add condition</Button>}
        onChoose={(block) => {
          onChange(addBlock(ALWAYS, [], block));
          onFocus([]);
        }}
      />
      <Button onClick={() => onChange(ALWAYS)}>For every event</Button>
      <span className="text-ink-soft text-xs">The rule acts on events for which its conditions hold.</span>
    </div>
  );
}
