import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { JournalEntryProof, LedgerPublicKey } from '@/contract/ledger';
import { isSignedBy } from '@/domain/ledger/checkpoint';
import { rootOfPath } from '@/domain/ledger/merkle';
import { sealHash } from '@/domain/ledger/seal';
import { organization } from '@tests/support/api';
import { books, tamper, type Books } from '@tests/support/proof';

const PROOF = (id: string) => `/journal-entries/${id}/proof`;
const proofOf = async ({ api }: Books, id: string) => (await api.get<JournalEntryProof>(PROOF(id))).body;

/** Follows a proof as its description says, from the record to the signature. */
async function holds(ours: Books, { position, record, path, seals, checkpoint }: JournalEntryProof): Promise<boolean> {
  const leaf = createHash('sha256').update(`\0${record}`).digest('hex');
  const [first] = seals;
  if (rootOfPath(leaf, position - first!.first_position, first!.entries, path) !== first!.root) return false;
  let previous = first!.previous_hash;
  let next = first!.first_position;
  for (const seal of seals) {
    if (seal.previous_hash !== previous || seal.first_position !== next) return false;
    previous = sealHash({ ...seal, organization_id: ours.id });
    next += seal.entries;
  }
  const { body: key } = await ours.api.get<LedgerPublicKey>('/ledger/public-key');
  return previous === checkpoint.seal_hash && next === checkpoint.position + 1 && isSignedBy(checkpoint, key.public_key);
}

test('every entry has a proof that leads from what is stored for it to a signed checkpoint', async () => {
  const ours = await books();
  const ids: string[] = [];
  for (const count of [3, 1, 300]) {
    ids.push(...(await ours.postEntries(count)));
    await ours.seal();
  }
  for (const at of [0, 2, 3, 4, 200, 303]) {
    const proof = await proofOf(ours, ids[at]!);
    expect(proof).toMatchObject({ journal_entry_id: ids[at], position: at + 1 });
    expect(proof.record).toContain(ids[at]);
    expect(await holds(ours, proof)).toBe(true);
  }
});

test('an entry that was only just committed is sealed and signed for its proof', async () => {
  const ours = await books();
  const [id] = await ours.postEntries(1);
  const proof = await proofOf(ours, id!);
  expect(proof).toMatchObject({ position: 1, path: [], checkpoint: { position: 1 } });
  expect(await holds(ours, proof)).toBe(true);
});

test('the proof of an entry that was changed does not hold', async () => {
  const ours = await books();
  const [, id] = await ours.postEntries(3);
  await ours.seal();
  await tamper("UPDATE journal_entries SET description = 'Refund' WHERE id = $1", [id]);
  const proof = await proofOf(ours, id!);
  expect(await holds(ours, proof)).toBe(false);
  expect(await holds(ours, { ...proof, record: proof.record.replace('Refund', 'Posted') })).toBe(true);
});

test('an entry that does not exist, or is of another organization, has no proof', async () => {
  const [ours, { api }] = [await books(), await organization()];
  const [id] = await ours.postEntries(1);
  for (const asked of [api.get(PROOF(id!)), ours.api.get(PROOF('00000000-0000-4000-8000-000000000000'))])
    expect(await asked).toMatchObject({ status: 404, body: { code: 'not_found' } });
});
