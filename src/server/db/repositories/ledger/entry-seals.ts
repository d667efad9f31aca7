/** Reads the seals of an organization, in the order of its chain. */
import type { WrittenSeal } from '@/domain/ledger/proof';
import { statement } from '@/server/db/transaction';

/** A seal with the ids and hashes of its entries, in their order. */
export interface SegmentRow extends WrittenSeal {
  readonly entry_ids: readonly string[];
  readonly entry_hashes: readonly string[];
}

type Stored = Omit<SegmentRow, 'entry_hashes'> & { readonly hashes: string };

const SEAL = `s.organization_id, s.first_position, s.entries, encode(s.root, 'hex') AS root, encode(s.previous_hash, 'hex') AS previous_hash,
  encode(s.seal_hash, 'hex') AS seal_hash`;
const SEGMENT = `${SEAL}, s.entry_ids::text[], encode(s.entry_hashes, 'hex') AS hashes`;

const HEX_DIGITS = 64;
const segment = ({ hashes, ...seal }: Stored): SegmentRow => ({
  ...seal,
  entry_hashes: Array.from({ length: hashes.length / HEX_DIGITS }, (_, i) => hashes.slice(i * HEX_DIGITS, (i + 1) * HEX_DIGITS)),
});

/** A part of a chain: seals whose first position is after `after`, up to and including `through`. */
interface ChainPart {
  readonly after: number;
  readonly through: number;
}

const MOST_SEALS = 1_000;

/** The first seals of a part, in order: as many as `$4` entries take. */
const page = (columns: string): string => `
  SELECT ${columns} FROM (
    SELECT part.*, sum(entries) OVER (ORDER BY first_position) - entries AS before FROM (
      SELECT * FROM entry_seals WHERE organization_id = $1 AND first_position > $2 AND first_position <= $3 ORDER BY first_position LIMIT ${MOST_SEALS}
    ) part
  ) s WHERE s.before < $4 ORDER BY s.first_position`;

/** The first segments of a part, in order: as many as `entries` take. */
export async function segmentsOf(organizationId: string, { after, through }: ChainPart, entries: number): Promise<SegmentRow[]> {
  const rows = await statement<Stored>(page(SEGMENT), [organizationId, after, through, entries]);
  return rows.map(segment);
}

/** The same without their entries. */
export const sealsOf = (organizationId: string, { after, through }: ChainPart, entries: number): Promise<WrittenSeal[]> =>
  statement<WrittenSeal>(page(SEAL), [organizationId, after, through, entries]);

/** Where an entry is sealed. */
interface EntryPlace {
  readonly position: number;
  readonly segment: SegmentRow;
}

/** Null until the entry is sealed. */
export async function placeOfEntry(organizationId: string, entryId: string): Promise<EntryPlace | null> {
  const [row] = await statement<Stored & { position: number }>(
    `SELECT found.position, ${SEGMENT} FROM seal_of_entry($1, $2) found
     JOIN entry_seals s ON s.organization_id = $1 AND s.first_position = found.first_position`,
    [organizationId, entryId],
  );
  if (!row) return null;
  const { position, ...stored } = row;
  return { position, segment: segment(stored) };
}
