import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sealViolations } from '@/domain/ledger/proof';
import { merkleRoot } from '@/domain/ledger/merkle';
import { canonicalEntry, CHAIN_START, EMPTY_CHAIN, entryHash, sealAll, sealHash, SEGMENT, type EntryRecord } from '@/domain/ledger/seal';

const uuid = fc.uuid();
const time = fc.integer({ min: 0, max: 4_000_000_000_000 }).map((ms) => new Date(ms).toISOString());
const amount = fc
  .tuple(fc.bigInt(1n, 10n ** 30n), fc.boolean())
  .map(([digits, negative]) => `${negative ? '-' : ''}${digits}.${digits % 97n}`);
const accountType = fc.constantFrom('PARTICIPANT', 'GROUP', 'PROGRAM_WALLET', 'SYSTEM_ISSUANCE');
const numbered = <T>(item: fc.Arbitrary<T>, name: string, length: { minLength: number; maxLength: number }) =>
  fc.array(item, length).map((items) => items.map((value, i) => ({ [name]: i, ...value })));

const lotPosting = fc.record({ organization_id: uuid, lot_id: fc.option(uuid), amount });
const posting = fc.record({
  organization_id: uuid,
  program_id: uuid,
  asset_id: uuid,
  account_type: accountType,
  account_id: uuid,
  bucket: fc.constantFrom('AVAILABLE', 'HELD', 'DEFERRED', null),
  hold_reference: fc.option(fc.string()),
  amount,
  created_at: time,
  lot_postings: numbered(lotPosting, 'part', { minLength: 0, maxLength: 3 }),
});
const lot = fc.record({
  id: uuid,
  organization_id: uuid,
  program_id: uuid,
  asset_id: uuid,
  account_type: accountType,
  account_id: uuid,
  amount,
  provisional: fc.boolean(),
  parent_id: fc.option(uuid),
  created_at: time,
  matures_at: fc.option(time),
  expires_at: fc.option(time),
});
const entryRecord = fc.record({
  id: uuid,
  organization_id: uuid,
  program_id: uuid,
  type: fc.constantFrom('CREDIT', 'DEBIT'),
  description: fc.option(fc.string({ unit: 'grapheme' })),
  reference_id: fc.option(fc.string()),
  event_id: fc.option(uuid),
  rule_id: fc.option(uuid),
  rule_version: fc.option(fc.nat()),
  created_at: time,
  postings: numbered(posting, 'line', { minLength: 2, maxLength: 4 }),
  lots: fc.array(lot, { maxLength: 2 }),
}) as unknown as fc.Arbitrary<EntryRecord>;

type Path = (string | number)[];
/** The path of every leaf value in a record. */
function leaves(value: unknown, path: Path = []): Path[] {
  if (value === null || typeof value !== 'object') return [path];
  return Object.entries(value).flatMap(([key, item]) => leaves(item, [...path, Array.isArray(value) ? Number(key) : key]));
}

function other(value: unknown, name: string): unknown {
  if (typeof value === 'number') return value + 1000;
  if (typeof value === 'boolean') return !value;
  if (value === null) return name.endsWith('_at') ? '2026-01-01T00:00:00.000Z' : name === 'rule_version' ? 0 : 'something';
  if (name === 'amount') return `${value as string}1`;
  return name.endsWith('_at') ? new Date(Date.parse(value as string) + 1).toISOString() : `${value as string}x`;
}

function changedAt(record: EntryRecord, path: Path): EntryRecord {
  const copy = structuredClone(record);
  const holder = path.slice(0, -1).reduce<unknown>((inside, key) => (inside as Record<string | number, unknown>)[key], copy) as Record<
    string | number,
    unknown
  >;
  const name = path.at(-1)!;
  holder[name] = other(holder[name], String(name));
  return copy;
}

const hash = (record: EntryRecord) => entryHash(record, 7);

test('a change of any single field of an entry, its postings, lot postings or lots changes the hash', () => {
  fc.assert(
    fc.property(entryRecord, (record) => {
      const sealed = hash(record);
      for (const path of leaves(record)) expect([path, hash(changedAt(record, path))]).not.toEqual([path, sealed]);
    }),
  );
});

test('a posting, lot posting or lot less or more changes the hash, as does another position', () => {
  fc.assert(
    fc.property(entryRecord, lot, (record, another) => {
      const sealed = hash(record);
      expect(hash({ ...record, postings: record.postings.slice(1) })).not.toBe(sealed);
      expect(
        hash({
          ...record,
          postings: record.postings.map((item) => ({
            ...item,
            lot_postings: [...item.lot_postings, { part: 99, organization_id: record.id, lot_id: null, amount: '1' }],
          })),
        }),
      ).not.toBe(sealed);
      expect(hash({ ...record, lots: [...record.lots, another as EntryRecord['lots'][number]] })).not.toBe(sealed);
      expect(entryHash(record, 8)).not.toBe(sealed);
    }),
  );
});

test('the order of rows, zeros at the end of amounts and the notation of times do not matter', () => {
  fc.assert(
    fc.property(entryRecord, (record) => {
      const respelled: EntryRecord = {
        ...record,
        created_at: record.created_at.replace('Z', '+00:00'),
        postings: record.postings
          .toReversed()
          .map((item) => ({ ...item, amount: `${item.amount}000`, lot_postings: item.lot_postings.toReversed() })),
        lots: record.lots.toReversed(),
      };
      expect(hash(respelled)).toBe(hash(record));
    }),
  );
});

const SMALL: EntryRecord = {
  id: '018f0000-0000-7000-8000-000000000001',
  organization_id: '018f0000-0000-7000-8000-000000000002',
  program_id: '018f0000-0000-7000-8000-000000000003',
  type: 'CREDIT',
  description: 'Für "Ada"\n',
  reference_id: null,
  event_id: null,
  rule_id: null,
  rule_version: null,
  created_at: '2026-03-01T12:00:00.000Z',
  postings: [
    {
      line: 0,
      organization_id: 'o',
      program_id: 'p',
      asset_id: 'a',
      account_type: 'SYSTEM_ISSUANCE',
      account_id: 'p',
      bucket: null,
      hold_reference: null,
      amount: '-12.50',
      created_at: '2026-03-01T12:00:00.000Z',
      lot_postings: [],
    },
    {
      line: 1,
      organization_id: 'o',
      program_id: 'p',
      asset_id: 'a',
      account_type: 'PARTICIPANT',
      account_id: 'u',
      bucket: 'HELD',
      hold_reference: 'order-1',
      amount: '12.50',
      created_at: '2026-03-01T12:00:00.000Z',
      lot_postings: [{ part: 0, organization_id: 'o', lot_id: 'l', amount: '12.5' }],
    },
  ],
  lots: [],
};

test('what is hashed is the text that the documentation describes, byte for byte', () => {
  const text =
    `["journal-entry:v1",1,"018f0000-0000-7000-8000-000000000001","018f0000-0000-7000-8000-000000000002",` +
    String.raw`"018f0000-0000-7000-8000-000000000003","CREDIT","Für \"Ada\"\n",null,null,null,null,"2026-03-01T12:00:00.000Z",` +
    `[[0,"o","p","a","SYSTEM_ISSUANCE","p",null,null,"-12.5","2026-03-01T12:00:00.000Z",[]],` +
    `[1,"o","p","a","PARTICIPANT","u","HELD","order-1","12.5","2026-03-01T12:00:00.000Z",[[0,"o","l","12.5"]]]],[]]`;
  expect(canonicalEntry(SMALL, 1)).toBe(text);
  expect(entryHash(SMALL, 1)).toBe(
    createHash('sha256')
      .update(Buffer.from(`\0${text}`, 'utf8'))
      .digest('hex'),
  );
});

const OF = SMALL.organization_id;
const FACTS = { organization_id: OF, first_position: 258, entries: 3, root: 'ab'.repeat(32), previous_hash: 'cd'.repeat(32) };

test('the hash of a seal is over the bytes that the documentation describes', () => {
  const bytes = `02${OF.replaceAll('-', '')}000000000000010200000003${FACTS.root}${FACTS.previous_hash}`;
  expect(bytes).toHaveLength(2 * 93);
  expect(sealHash(FACTS)).toBe(createHash('sha256').update(Buffer.from(bytes, 'hex')).digest('hex'));
});

test.each([
  { organization_id: SMALL.id },
  { first_position: 259 },
  { entries: 4 },
  { root: 'ac'.repeat(32) },
  { previous_hash: CHAIN_START },
])('a seal with another %o has another hash', (changed) => {
  expect(sealHash({ ...FACTS, ...changed })).not.toBe(sealHash(FACTS));
});

const entriesOf = (count: number) => Array.from({ length: count }, (_, i) => ({ ...SMALL, id: `entry ${i}` }));

test('entries are sealed in segments, each over the hashes of its own and going on from the one before', () => {
  const entries = entriesOf(SEGMENT + 2);
  const head = { position: 4, seal_hash: 'ef'.repeat(32) };
  const [first, second, ...more] = sealAll(OF, entries, head);
  expect(more).toEqual([]);
  expect([first!.first_position, first!.entries, first!.previous_hash]).toEqual([5, SEGMENT, head.seal_hash]);
  expect([second!.first_position, second!.entries, second!.previous_hash]).toEqual([5 + SEGMENT, 2, first!.seal_hash]);
  expect([...first!.entry_ids, ...second!.entry_ids]).toEqual(entries.map(({ id }) => id));
  expect([...first!.entry_hashes, ...second!.entry_hashes]).toEqual(entries.map((entry, i) => entryHash(entry, 5 + i)));
  for (const seal of [first!, second!]) expect([seal.root, seal.seal_hash]).toEqual([merkleRoot(seal.entry_hashes), sealHash(seal)]);
});

test('a seal is faultless as it was written, and at fault when anything of it or under it was changed', () => {
  const [seal] = sealAll(OF, entriesOf(3), EMPTY_CHAIN);
  const { entry_hashes: hashes } = seal!;
  const checks = (changed: object, under: readonly string[] = hashes, head = EMPTY_CHAIN) =>
    sealViolations({ ...seal!, ...changed }, under, head).map(({ check }) => check);
  expect(checks({})).toEqual([]);
  expect(checks({ first_position: 2 })).toEqual(['CHAIN_POSITION', 'SEAL_HASH']);
  expect(checks({ previous_hash: FACTS.root })).toEqual(['CHAIN_LINK', 'SEAL_HASH']);
  expect(checks({}, hashes, { position: 0, seal_hash: FACTS.root })).toEqual(['CHAIN_LINK']);
  for (const changed of [{ root: FACTS.root }, { entries: 4 }, { entries: 2 }, { seal_hash: FACTS.root }, { organization_id: SMALL.id }])
    expect(checks(changed)).toEqual(['SEAL_HASH']);
  for (const under of [[], hashes.slice(1), [...hashes, hashes[2]!], hashes.toReversed(), hashes.with(1, FACTS.root)])
    expect(checks({}, under)).toEqual(['SEAL_HASH']);
});
