/**
 * A Merkle tree over a list of hashes, built as RFC 6962 does: one root stands for every leaf and for their order, and a path from a leaf
 * to the root proves, with a hash for each level, that the leaf is at its place. What is hashed begins with 0 in a leaf and with 1 in an
 * inner node, so that neither can be passed off as the other. The root alone does not tell how many leaves there are: whoever keeps it
 * keeps their number with it. Hashes are SHA-256 in lower-case hex.
 */
import { createHash } from 'node:crypto';
import { invariant, only } from '@/domain/assert';

const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);

/** @param text hashed as UTF-8. */
export const leafHash = (text: string): string => createHash('sha256').update(LEAF).update(text).digest('hex');

const nodeHash = (left: string, right: string): string =>
  createHash('sha256').update(NODE).update(Buffer.from(left, 'hex')).update(Buffer.from(right, 'hex')).digest('hex');

/** The nodes above these: each pair's, and the last as it is when it has no partner. */
function nodesAbove(nodes: readonly string[]): string[] {
  const above: string[] = [];
  for (const [index, left] of nodes.entries()) {
    if (index % 2 === 1) continue;
    const right = nodes[index + 1];
    above.push(right === undefined ? left : nodeHash(left, right));
  }
  return above;
}

/** @param leaves at least one. */
export function merkleRoot(leaves: readonly string[]): string {
  invariant(leaves.length > 0, 'a tree has a leaf');
  let nodes = leaves;
  while (nodes.length > 1) nodes = nodesAbove(nodes);
  return only(nodes);
}

/** The partner of each node on the way from a leaf to the root, from below; nodes without a partner contribute none. */
export function merklePath(leaves: readonly string[], index: number): string[] {
  invariant(Number.isInteger(index) && index >= 0 && index < leaves.length, 'the leaf is in the tree');
  const path: string[] = [];
  for (let [nodes, at] = [leaves, index]; nodes.length > 1; [nodes, at] = [nodesAbove(nodes), at >> 1]) {
    const partner = nodes[at ^ 1];
    if (partner !== undefined) path.push(partner);
  }
  return path;
}

/** The root of a tree of `count` leaves that has `leaf` at `index`, if the path is its; null when a tree of that size has no such path. */
export function rootOfPath(leaf: string, index: number, count: number, path: readonly string[]): string | null {
  if (!Number.isInteger(index) || !Number.isInteger(count) || index < 0 || index >= count) return null;
  let node = leaf;
  let used = 0;
  for (let [at, size] = [index, count]; size > 1; [at, size] = [Math.floor(at / 2), Math.ceil(size / 2)]) {
    const isRight = at % 2 === 1;
    if (!isRight && at + 1 === size) continue;
    const partner = path[used++];
    if (partner === undefined) return null;
    node = isRight ? nodeHash(partner, node) : nodeHash(node, partner);
  }
  return used === path.length ? node : null;
}
