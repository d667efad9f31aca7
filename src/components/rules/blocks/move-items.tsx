/** The places to which a block can be moved, in its menu: up, down, into the group beside it, and out of its own. */
'use client';
import { ArrowDown, ArrowUp, CornerDownRight, CornerUpLeft, CornerUpRight } from 'lucide-react';
import { MenuItem, MenuSeparator } from '@/components/ui/dropdown-menu';
import { isGroupBeside, moveBlock, moveInto, moveOut, type BlockPath } from '@/domain/rules/blocks/edit-blocks';
import { useBlockEditing } from './block-editing';
import type { BlockScope } from './block-scope';

export function MoveItems({ path, scope: { index, parts, canLeave } }: { path: BlockPath; scope: BlockScope }) {
  const { edit } = useBlockEditing();
  const parent = path.slice(0, -1);
  // A group that is left with one part goes: what is left of it stands in its place.
  const intoBeside = (by: -1 | 1): BlockPath => {
    const group = parts[index + by];
    const place = group?.kind === 'group' && by < 0 ? group.parts.length : 0;
    return parts.length === 2 ? [...parent, place] : [...parent, by < 0 ? index - 1 : index, place];
  };
  const outside: BlockPath = [...parent.slice(0, -1), (parent.at(-1) ?? 0) + (parts.length === 1 ? 0 : 1)];
  if (parts.length <= 1 && !canLeave) return null;
  return (
    <>
      <MenuSeparator />
      {parts.length > 1 && (
        <>
          <MenuItem disabled={index === 0} onSelect={() => edit((source) => moveBlock(source, path, -1), [...parent, index - 1])}>
            <ArrowUp aria-hidden /> Move up
          </MenuItem>
          <MenuItem
            disabled={index === parts.length - 1}
            onSelect={() => edit((source) => moveBlock(source, path, 1), [...parent, index + 1])}
          >
            <ArrowDown aria-hidden /> Move down
          </MenuItem>
        </>
      )}
      {isGroupBeside(parts, index, -1) && (
        <MenuItem onSelect={() => edit((source) => moveInto(source, path, -1), intoBeside(-1))}>
          <CornerUpRight aria-hidden /> Move into the group above
        </MenuItem>
      )}
      {isGroupBeside(parts, index, 1) && (
        <MenuItem onSelect={() => edit((source) => moveInto(source, path, 1), intoBeside(1))}>
          <CornerDownRight aria-hidden /> Move into the group below
        </MenuItem>
      )}
      {canLeave && (
        <MenuItem onSelect={() => edit((source) => moveOut(source, path), outside)}>
          <CornerUpLeft aria-hidden /> Move out of the group
        </MenuItem>
      )}
    </>
  );
}
