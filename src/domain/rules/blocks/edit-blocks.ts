/**
 * Edits a condition block by block. Each edit takes the source and gives the source, in which only the part that was edited
 * is written anew; comments and spaces elsewhere stay as they are.
 */
import { invariant, present } from '@/domain/assert';
import type { SourceSpan } from '../cel/spans';
import { OPERATORS, QUANTIFIERS, type Block, type GroupMatch } from './block';
import { blocksOf, type PlacedBlock } from './read-blocks';
import { BINDING, bindingOf, celOf, JOINTS, partBinding, within, type Binding } from './write-cel';

/** Which part of which part a block is: the indexes from the whole condition down to it. */
export type BlockPath = readonly number[];

/** A condition that holds for every event. */
export const ALWAYS = 'true';

function blockAt(root: PlacedBlock, path: BlockPath): PlacedBlock {
  return path.reduce((block, index) => present(block.parts[index], 'the path is of a block of this condition'), root);
}

const parentOf = (path: BlockPath): BlockPath => path.slice(0, -1);
const indexOf = (path: BlockPath): number => present(path.at(-1), 'the path is not that of the whole condition');

const spliced = (source: string, { start, end }: SourceSpan, text: string): string => source.slice(0, start) + text + source.slice(end);

/** What is written for a block. */
interface Written {
  readonly text: string;
  readonly binding: Binding;
}

const writtenAnew = (block: Block): Written => ({ text: celOf(block), binding: bindingOf(block) });
const writtenIn = (source: string, { inner, block }: PlacedBlock): Written => ({
  text: source.slice(inner.start, inner.end),
  binding: bindingOf(block),
});
const textWithin = ({ text, binding }: Written, least: Binding): string => within(text, binding, least);
const joined = (match: GroupMatch, parts: readonly Written[]): string =>
  parts.map((part) => textWithin(part, partBinding(match))).join(` ${JOINTS[match]} `);

/** How tightly a text has to bind where the block of a path is written. */
function bindingAround(root: PlacedBlock, path: BlockPath): Binding {
  if (path.length === 0) return BINDING.choice;
  const parent = blockAt(root, parentOf(path));
  if (parent.block.kind !== 'group') return BINDING.choice;
  return parent.parts.length === 1 ? BINDING.whole : partBinding(parent.block.match);
}

/** Writes another text in place of a block; brackets that are around it already are kept. */
function rewritten(source: string, root: PlacedBlock, path: BlockPath, by: Written): string {
  const { outer, inner } = blockAt(root, path);
  return inner.start > outer.start ? spliced(source, inner, by.text) : spliced(source, outer, textWithin(by, bindingAround(root, path)));
}

export const replaceBlock = (source: string, path: BlockPath, block: Block): string =>
  rewritten(source, blocksOf(source), path, writtenAnew(block));

/** Adds a block at the end of a group; to anything else, as a second statement of which all must hold. */
export function addBlock(source: string, path: BlockPath, block: Block): string {
  const root = blocksOf(source);
  const target = blockAt(root, path);
  return target.block.kind === 'group'
    ? withPart(source, root, path, target.parts.length, writtenAnew(block))
    : combineBlock(source, path, 'all', block);
}

/** Writes another part into a group. @param at its place among the parts. */
function withPart(source: string, root: PlacedBlock, path: BlockPath, at: number, part: Written): string {
  const { block, parts } = blockAt(root, path);
  invariant(block.kind === 'group', 'only a group has parts to be written beside');
  const [only, ...others] = parts;
  if (only && others.length === 0)
    return rewritten(source, root, path, noneOf(at === 0 ? [part, writtenIn(source, only)] : [writtenIn(source, only), part]));
  const after = present(parts[Math.max(0, at - 1)], 'the place is among the parts or after them');
  const [one, other] = at < 2 ? parts : parts.slice(at - 2, at);
  const joint = jointLike(source.slice(one?.outer.end, other?.outer.start), block.match);
  const text = textWithin(part, partBinding(block.match));
  const place = at === 0 ? after.outer.start : after.outer.end;
  return spliced(source, { start: place, end: place }, at === 0 ? text + joint : joint + text);
}

const noneOf = (parts: readonly Written[]): Written => ({ text: `!(${joined('none', parts)})`, binding: BINDING.sign });

/** As the group joins its other parts, line breaks included; what else stands between them is not repeated. */
const jointLike = (joint: string, match: GroupMatch): string => (/^\s*(?:&&|\|\|)\s*$/.test(joint) ? joint : ` ${JOINTS[match]} `);

/** Puts a block into a group with another one, which it replaces if that one holds always. */
export function combineBlock(source: string, path: BlockPath, match: 'all' | 'any', block: Block): string {
  const root = blocksOf(source);
  const target = blockAt(root, path);
  if (target.block.kind === 'constant' && target.block.value) return rewritten(source, root, path, writtenAnew(block));
  const text = joined(match, [writtenIn(source, target), writtenAnew(block)]);
  return rewritten(source, root, path, { text, binding: match === 'all' ? BINDING.all : BINDING.any });
}

/** Takes a block out. A group that is left with one part becomes that part, and a condition without any holds always. */
export function removeBlock(source: string, path: BlockPath): string {
  if (path.length === 0) return ALWAYS;
  const root = blocksOf(source);
  const parent = blockAt(root, parentOf(path));
  if (parent.block.kind !== 'group' || parent.parts.length === 1) return removeBlock(source, parentOf(path));
  const index = indexOf(path);
  const before = parent.parts[index - 1];
  const part = blockAt(root, path);
  const after = parent.parts[index + 1];
  if (parent.parts.length === 2) return collapsed(source, root, parentOf(path), present(before ?? after, 'there are two parts'));
  const span =
    before === undefined
      ? { start: part.outer.start, end: present(after, 'there are more parts').outer.start }
      : { start: before.outer.end, end: part.outer.end };
  return spliced(source, span, '');
}

/** Writes the only part that is left in place of its group; it joins the group around when both are of a kind. */
function collapsed(source: string, root: PlacedBlock, path: BlockPath, rest: PlacedBlock): string {
  const { block, outer } = blockAt(root, path);
  const written = writtenIn(source, rest);
  const around = path.length === 0 ? null : blockAt(root, parentOf(path)).block;
  // The negation of a negation is what that one negates.
  const positive = isNegated(rest.block) ? { text: written.text.slice(1), binding: BINDING.sign } : null;
  if (block.kind === 'group' && block.match === 'none')
    return rewritten(source, root, path, positive ?? { text: `!(${written.text})`, binding: BINDING.sign });
  // The brackets of a negation of one part are around that part.
  if (around?.kind === 'group' && around.parts.length === 1)
    return positive ? rewritten(source, root, parentOf(path), positive) : rewritten(source, root, path, written);
  const isOfAKind = rest.block.kind === 'group' && around?.kind === 'group' && JOINTS[rest.block.match] === JOINTS[around.match];
  return spliced(source, outer, isOfAKind && rest.block.match !== 'none' ? written.text : textWithin(written, bindingAround(root, path)));
}

/** Whether a block is written with a sign before all of it. */
function isNegated(block: Block): boolean {
  if (block.kind === 'line') return OPERATORS[block.operator].negated && block.guards.length === 0;
  if (block.kind === 'items') return QUANTIFIERS[block.quantifier].negated && block.guards.length === 0;
  return block.kind === 'group' && block.match === 'none';
}

/** Makes a group of another kind of the same parts. */
export function regroup(source: string, path: BlockPath, match: GroupMatch): string {
  const root = blocksOf(source);
  const { block, parts } = blockAt(root, path);
  invariant(block.kind === 'group', 'only a group has a kind');
  const [first, ...others] = parts.map((part) => writtenIn(source, part));
  const text = others.reduce(
    (before, other, index) => {
      const joint = source.slice(parts[index]?.outer.end, parts[index + 1]?.outer.start).replace(/&&|\|\|/, JOINTS[match]);
      return before + joint + textWithin(other, partBinding(match));
    },
    textWithin(present(first, 'a group has parts'), others.length === 0 ? BINDING.choice : partBinding(match)),
  );
  const binding = match === 'all' ? BINDING.all : BINDING.any;
  return rewritten(source, root, path, match === 'none' ? { text: `!(${text})`, binding: BINDING.sign } : { text, binding });
}

/** Changes places with the part before or after it in the same group. */
export function moveBlock(source: string, path: BlockPath, by: -1 | 1): string {
  const { parts } = blockAt(blocksOf(source), parentOf(path));
  const index = indexOf(path);
  const [first, second] = [Math.min(index, index + by), Math.max(index, index + by)].map((at) => parts[at]?.outer);
  if (first === undefined || second === undefined) return source;
  const text = (span: SourceSpan): string => source.slice(span.start, span.end);
  return source.slice(0, first.start) + text(second) + source.slice(first.end, second.start) + text(first) + source.slice(second.end);
}

/** Takes a part out of its group into the group around it, right after its own. */
export function moveOut(source: string, path: BlockPath): string {
  const root = blocksOf(source);
  const [group, outside] = [parentOf(path), parentOf(parentOf(path))];
  const moved = writtenIn(source, blockAt(root, path));
  return removeBlock(withPart(source, root, outside, indexOf(group) + 1, moved), path);
}

/** Whether the part before or after a part is a group that it can be moved into. */
export const isGroupBeside = (parts: readonly Block[], index: number, by: -1 | 1): boolean => parts[index + by]?.kind === 'group';

/** Moves a part into the group right before it, as its last part, or into the one right after it, as its first. */
export function moveInto(source: string, path: BlockPath, by: -1 | 1): string {
  const root = blocksOf(source);
  const beside = [...parentOf(path), indexOf(path) + by];
  const moved = writtenIn(source, blockAt(root, path));
  return removeBlock(withPart(source, root, beside, by < 0 ? blockAt(root, beside).parts.length : 0, moved), path);
}
