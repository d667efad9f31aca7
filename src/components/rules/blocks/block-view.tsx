/** Shows a block of a condition: a group with its parts, a list with its test, a line, or an expression. */
'use client';
import { Ban, Ellipsis, GitFork, Plus, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { DropdownMenu, MenuItem, MenuSeparator } from '@/components/ui/dropdown-menu';
import { FieldFault } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { namesIn } from '@/domain/fields';
import type { Block, ItemsBlock, GroupMatch, Quantifier } from '@/domain/rules/blocks/block';
import { addBlock, combineBlock, regroup, replaceBlock, type BlockPath } from '@/domain/rules/blocks/edit-blocks';
import { readBlocks, type PlacedBlock } from '@/domain/rules/blocks/read-blocks';
import { celOf, celOfTerm } from '@/domain/rules/blocks/write-cel';
import { conditionWords, termWords } from '@/domain/rules/sentence/condition-words';
import { useBlockEditing } from './block-editing';
import { BlockLine } from './block-line';
import { withinItems, type BlockScope } from './block-scope';
import { BlockPicker } from './block-picker';
import { MoveItems } from './move-items';

interface BlockProps {
  placed: PlacedBlock;
  path: BlockPath;
  scope: BlockScope;
}

export function BlockView({ placed, path, scope }: BlockProps) {
  const { block } = placed;
  if (block.kind === 'group') return <GroupView placed={placed} match={block.match} path={path} scope={scope} />;
  if (block.kind === 'items') return <ItemsView placed={placed} block={block} path={path} scope={scope} />;
  return (
    <Row placed={placed} path={path} scope={scope}>
      {block.kind === 'line' ? (
        <BlockLine block={block} path={path} scope={scope} />
      ) : block.kind === 'constant' ? (
        <span className="text-ink-soft">{block.value ? 'For every event' : 'For no event'}</span>
      ) : (
        <ExpressionInput text={block.text} path={path} />
      )}
    </Row>
  );
}

const MATCHES: readonly { value: GroupMatch; label: string }[] = [
  { value: 'all', label: 'All of these hold' },
  { value: 'any', label: 'Any of these holds' },
  { value: 'none', label: 'None of these holds' },
];

function GroupView({ placed, match, path, scope }: BlockProps & { match: GroupMatch }) {
  const { edit, idOf } = useBlockEditing();
  const parts = placed.parts.map(({ block }) => block);
  const count = parts.length;
  return (
    <section
      id={idOf(path)}
      aria-label={MATCHES.find(({ value }) => value === match)?.label}
      className="border-line-strong flex min-w-0 flex-col gap-2 border-l-2 pl-3"
    >
      <div className="flex flex-wrap items-center gap-2">
        <Select
          aria-label="Which of these must hold"
          options={count === 1 ? MATCHES.filter(({ value }) => value !== 'any') : MATCHES}
          value={match}
          onChange={(next) => edit((source) => regroup(source, path, next))}
        />
        <BlockMenu block={placed.block} path={path} scope={scope} />
      </div>
      {placed.parts.map((part, index) => (
        <BlockView
          key={index}
          placed={part}
          path={[...path, index]}
          scope={{ ...scope, match, index, parts, canLeave: scope.match !== 'alone' }}
        />
      ))}
      <AddButton path={path} scope={scope} focus={[...path, count]} />
    </section>
  );
}

const QUANTIFIER_WORDS: Readonly<Record<Quantifier, string>> = {
  any: 'Any',
  none: 'None',
  every: 'Every one',
  not_every: 'Not every one',
  exactly_one: 'Exactly one',
  not_exactly_one: 'Not exactly one',
};
const QUANTIFIER_NAMES = namesIn(QUANTIFIER_WORDS);

function ItemsView({ placed, block, path, scope }: BlockProps & { block: ItemsBlock }) {
  const { replace, idOf } = useBlockEditing();
  const list = termWords(celOfTerm(block.list), scope.variables);
  const name = block.list.kind === 'field' && block.list.root === 'event' ? celOfTerm(block.list).replace(/^event\./, '') : '';
  const [test] = placed.parts;
  const areGroups = block.list.kind === 'field' && block.list.root === 'groups';
  const inner = withinItems(scope, block.variable, name, areGroups);
  return (
    <section
      id={idOf(path)}
      aria-label={`${QUANTIFIER_WORDS[block.quantifier]} of ${list}`}
      className="border-line-strong flex min-w-0 flex-col gap-2 border-l-2 pl-3"
    >
      <div className="flex flex-wrap items-center gap-2">
        <Select
          aria-label={`Which of ${list}`}
          options={QUANTIFIER_NAMES.map((value) => ({ value, label: QUANTIFIER_WORDS[value] }))}
          value={block.quantifier}
          onChange={(quantifier) => replace(path, { ...block, quantifier })}
        />
        <span className="min-w-0 break-words">of {list}, where</span>
        <BlockMenu block={block} path={path} scope={scope} />
      </div>
      {test && <BlockView placed={test} path={[...path, 0]} scope={inner} />}
      {test && test.block.kind !== 'group' && <AddButton path={[...path, 0]} scope={inner} focus={[...path, 0, 1]} />}
    </section>
  );
}

function Row({ placed, path, scope, children }: BlockProps & { children: ReactNode }) {
  const { faultAt, idOf } = useBlockEditing();
  const words = conditionWords(celOf(placed.block), scope.variables) ?? 'always';
  const fault = faultAt(placed.outer.start, placed.outer.end);
  return (
    <div role="group" id={idOf(path)} aria-label={words} className="flex min-w-0 flex-col gap-1">
      <div className="flex min-w-0 items-start gap-2">
        <div className="flex min-w-0 grow flex-wrap items-center gap-2">{children}</div>
        <BlockMenu block={placed.block} path={path} scope={scope} />
      </div>
      {fault !== undefined && <FieldFault>{fault}</FieldFault>}
    </div>
  );
}

/** An expression that no line shows; what is typed is written to the rule when one leaves the field. */
function ExpressionInput({ text, path }: { text: string; path: BlockPath }) {
  const { replace } = useBlockEditing();
  const [typed, setTyped] = useState<string | null>(null);
  const read = typed === null ? null : readBlocks(typed);
  const leave = () => {
    if (read === null) return;
    setTyped(null);
    replace(path, read.block);
  };
  return (
    <Input
      aria-label="CEL expression"
      data-begin=""
      spellCheck={false}
      className="w-auto grow basis-64 font-mono text-xs"
      aria-invalid={typed !== null && read === null ? true : undefined}
      value={typed ?? text}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={leave}
    />
  );
}

export function AddButton({ path, scope, focus }: { path: BlockPath; scope: BlockScope; focus: BlockPath }) {
  const { edit } = useBlockEditing();
  return (
    <div>
      <BlockPicker
        item={scope.item}
        onChoose={(block) => edit((source) => addBlock(source, path, block), focus)}
        trigger={
          <Button size="small">
            <Plus aria-hidden />
            Add condition
          </Button>
        }
      />
    </div>
  );
}

/** What an alternative begins as: the same line, of which one then changes what differs. */
const alternativeTo = (block: Block): Block => (block.kind === 'line' ? block : { kind: 'constant', value: false });

/** Whether a block is written with a sign before it already. */
const isNegation = (block: Block): boolean => celOf(block).startsWith('!');

/** What else can be done with a block. */
function BlockMenu({ block, path, scope }: { block: Block; path: BlockPath; scope: BlockScope }) {
  const { edit, remove } = useBlockEditing();
  const { match } = scope;
  return (
    <DropdownMenu
      trigger={
        <Button variant="quiet" size="icon" aria-label={`More for: ${conditionWords(celOf(block), scope.variables) ?? 'always'}`}>
          <Ellipsis aria-hidden />
        </Button>
      }
    >
      {match !== 'any' && (
        <MenuItem onSelect={() => edit((source) => combineBlock(source, path, 'any', alternativeTo(block)), [...path, 1])}>
          <GitFork aria-hidden /> Or something else
        </MenuItem>
      )}
      {!isNegation(block) && (
        <MenuItem onSelect={() => edit((source) => replaceBlock(source, path, { kind: 'group', match: 'none', parts: [block] }))}>
          <Ban aria-hidden /> The opposite
        </MenuItem>
      )}
      <MoveItems path={path} scope={scope} />
      <MenuSeparator />
      <MenuItem danger onSelect={() => remove(path)}>
        <Trash2 aria-hidden /> Remove
      </MenuItem>
    </DropdownMenu>
  );
}
