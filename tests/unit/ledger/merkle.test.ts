import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leafHash, merklePath, merkleRoot, rootOfPath } from '@/domain/ledger/merkle';

const texts = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 40 });
const leavesOf = (list: readonly string[]) => list.map(leafHash);
const other = (hash: string) => hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
/** Some leaves, and one of them. */
const placed = texts.chain((list) => fc.record({ leaves: fc.constant(leavesOf(list)), index: fc.nat(list.length - 1) }));

/** RFC 6962, 2.1, as it is written there. */
function definedRoot(leaves: readonly string[]): Buffer {
  if (leaves.length === 1) return Buffer.from(leaves[0]!, 'hex');
  const split = 2 ** (Math.ceil(Math.log2(leaves.length)) - 1);
  return createHash('sha256')
    .update(Buffer.of(1))
    .update(definedRoot(leaves.slice(0, split)))
    .update(definedRoot(leaves.slice(split)))
    .digest();
}

test('the root is the one that RFC 6962 defines', () => {
  fc.assert(
    fc.property(texts, (list) => {
      expect(merkleRoot(leavesOf(list))).toBe(definedRoot(leavesOf(list)).toString('hex'));
    }),
  );
});

test('the path of every leaf leads to the root, in at most as many steps as the tree has levels', () => {
  fc.assert(
    fc.property(texts, (list) => {
      const leaves = leavesOf(list);
      const root = merkleRoot(leaves);
      leaves.forEach((leaf, index) => {
        const path = merklePath(leaves, index);
        expect(rootOfPath(leaf, index, leaves.length, path)).toBe(root);
        expect(path.length).toBeLessThanOrEqual(Math.ceil(Math.log2(leaves.length)));
      });
    }),
  );
});

test('another leaf, place or path leads to another root or to none', () => {
  fc.assert(
    fc.property(placed, ({ leaves, index }) => {
      const [leaf, count, root] = [leaves[index]!, leaves.length, merkleRoot(leaves)];
      const path = merklePath(leaves, index);
      expect(rootOfPath(other(leaf), index, count, path)).not.toBe(root);
      leaves.forEach((_, place) => {
        if (place !== index) expect(rootOfPath(leaf, place, count, path)).not.toBe(root);
      });
      path.forEach((hash, step) => {
        expect(rootOfPath(leaf, index, count, path.with(step, other(hash)))).not.toBe(root);
        expect(rootOfPath(leaf, index, count, path.toSpliced(step, 1))).toBeNull();
      });
      expect(rootOfPath(leaf, index, count, [...path, leaf])).toBeNull();
      for (const outside of [-1, count, 0.5, Number.NaN]) expect(rootOfPath(leaf, outside, count, path)).toBeNull();
    }),
  );
});

test('a leaf changed, added, removed or moved changes the root', () => {
  fc.assert(
    fc.property(placed, fc.nat(), ({ leaves, index }, elsewhere) => {
      const root = merkleRoot(leaves);
      expect(merkleRoot(leaves.with(index, other(leaves[index]!)))).not.toBe(root);
      expect(merkleRoot([...leaves, leaves[index]!])).not.toBe(root);
      if (leaves.length === 1) return;
      const without = leaves.toSpliced(index, 1);
      expect(merkleRoot(without)).not.toBe(root);
      const place = elsewhere % leaves.length;
      if (place !== index) expect(merkleRoot(without.toSpliced(place, 0, leaves[index]!))).not.toBe(root);
    }),
  );
});

test('an inner node cannot be passed off as a leaf, nor text that spells one', () => {
  const [a, b] = [leafHash('a'), leafHash('b')];
  const inner = Buffer.concat([Buffer.from(a, 'hex'), Buffer.from(b, 'hex')]);
  expect(leafHash(inner.toString('latin1'))).not.toBe(merkleRoot([a, b]));
  expect(createHash('sha256').update(Buffer.of(0)).update(inner).digest('hex')).not.toBe(merkleRoot([a, b]));
  expect(merkleRoot([a, b])).toBe(createHash('sha256').update(Buffer.of(1)).update(inner).digest('hex'));
});
