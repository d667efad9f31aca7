/**
 * Verifies an exported ledger from the file alone: every hash is recomputed, every signature checked.
 * Reads line by line and keeps only the checkpoints and the hashes of one segment in memory.
 */
import { fieldsOf } from '../domain/fields';
import { present } from '../domain/assert';
import { keyIdOf, type SignedCheckpoint } from '../domain/ledger/checkpoint';
import {
  checkpointViolations,
  entryViolations,
  hashViolations,
  LEDGER_EXPORT_FORMAT,
  positionViolations,
  sealViolations,
  type WrittenSeal,
} from '../domain/ledger/proof';
import { EMPTY_CHAIN, type ChainHead, type EntryRecord } from '../domain/ledger/seal';
import type { Violation } from '../domain/ledger/violation';

/** One violation, about a line of the file or an entry of the ledger. */
export interface ExportViolation {
  readonly line: number;
  readonly entryId: string | null;
  readonly position: number | null;
  readonly message: string;
  readonly expected: string | null;
  readonly actual: string | null;
}

export interface ExportReport {
  readonly organizationId: string | null;
  readonly entries: number;
  readonly checkpoints: number;
  /** The last position that a checkpoint covers. */
  readonly signedThrough: number;
  readonly keyIds: readonly string[];
  readonly violationCount: number;
  /** The first ones, in the order of the file. */
  readonly violations: readonly ExportViolation[];
}

const MAX_VIOLATIONS = 100;

interface Header {
  readonly format: string;
  readonly organization_id: string;
  readonly entries: number;
  readonly seal_hash: string;
}

type ExportedEntry = EntryRecord & { readonly position: number; readonly entry_hash: string };

type Line =
  | ({ readonly record: 'LEDGER' } & Header)
  | { readonly record: 'PUBLIC_KEY'; readonly public_key: string }
  | ({ readonly record: 'CHECKPOINT' } & SignedCheckpoint)
  | ({ readonly record: 'ENTRY' } & ExportedEntry)
  | ({ readonly record: 'SEAL' } & WrittenSeal)
  | { readonly record: 'END' };

/**
 * @param lines of the file, without line ends.
 * @param trusted public keys in PEM; when none is given, those in the file are trusted.
 */
export async function proveExport(lines: AsyncIterable<string>, trusted: readonly string[]): Promise<ExportReport> {
  const proof = new ExportProof(trusted);
  for await (const line of lines) proof.take(line);
  return proof.finish();
}

class ExportProof {
  private line = 0;
  private header: Header | null = null;
  private ended = false;
  private head: ChainHead = EMPTY_CHAIN;
  private entries = 0;
  /** The last entry's. */
  private position = 0;
  /** Hashes of the entries since the last seal. */
  private unsealed: string[] = [];
  private readonly keys: Map<string, string>;
  private readonly checkpoints = new Map<number, SignedCheckpoint>();
  /** Positions of the checkpoints at whose seal the file has been. */
  private readonly held = new Set<number>();
  private readonly violations: ExportViolation[] = [];
  private violationCount = 0;

  constructor(private readonly trusted: readonly string[]) {
    this.keys = new Map(trusted.map((key) => [keyIdOf(key), key]));
  }

  take(text: string): void {
    this.line += 1;
    if (text === '') return;
    try {
      this.record(JSON.parse(text) as Line); // what lacks a field of its kind throws, or differs from a hash, and either is reported
    } catch {
      this.report('This line is not a record of an export.');
    }
  }

  private record(record: Line): void {
    if (this.ended) return this.report('There are lines after the end.');
    if (this.header === null && record.record !== 'LEDGER') return this.report('The file does not begin with its `LEDGER` line.');
    switch (record.record) {
      case 'LEDGER':
        return this.begin(record);
      case 'PUBLIC_KEY':
        return this.key(record.public_key);
      case 'CHECKPOINT':
        return this.checkpoint(record);
      case 'ENTRY':
        return this.entry(record);
      case 'SEAL':
        return this.seal(record);
      case 'END':
        this.ended = true;
        return;
      default:
        return this.report(`\`${String(fieldsOf(record).record)}\` is no kind of record that this program knows.`);
    }
  }

  private begin(header: Header): void {
    if (this.header) return this.report('A second ledger begins inside the file.');
    if (header.format !== LEDGER_EXPORT_FORMAT)
      this.report('The file has another format than this program reads.', { expected: LEDGER_EXPORT_FORMAT, actual: header.format });
    this.header = header;
  }

  private key(publicKey: string): void {
    if (this.trusted.length === 0) this.keys.set(keyIdOf(publicKey), publicKey);
  }

  private checkpoint(checkpoint: SignedCheckpoint): void {
    if (checkpoint.organization_id !== this.header?.organization_id) this.report('The checkpoint is of another organization.');
    this.checkpoints.set(checkpoint.position, checkpoint);
  }

  private entry(entry: ExportedEntry): void {
    const { id, position, entry_hash } = entry;
    this.entries += 1;
    if (entry.organization_id !== this.header?.organization_id) this.report('The entry is of another organization.', entry);
    const misplaced = positionViolations(position, this.position + 1, { entry_id: id });
    for (const violation of [...entryViolations(entry), ...misplaced, ...hashViolations(entry, position, entry_hash)])
      this.violation(violation);
    this.position = position;
    this.unsealed.push(entry_hash);
  }

  private seal({ first_position, entries, root, previous_hash, seal_hash }: WrittenSeal): void {
    const organization_id = present(this.header, 'no line is read before the `LEDGER` line').organization_id;
    const seal = { organization_id, first_position, entries, root, previous_hash, seal_hash };
    for (const violation of sealViolations(seal, this.unsealed, this.head)) this.violation(violation);
    this.head = { position: first_position + entries - 1, seal_hash };
    this.position = this.head.position;
    this.unsealed = [];
    const checkpoint = this.checkpoints.get(this.head.position);
    if (!checkpoint) return;
    this.held.add(checkpoint.position);
    for (const violation of this.checkpointViolations(checkpoint, seal_hash)) this.violation(violation);
  }

  private checkpointViolations(checkpoint: SignedCheckpoint, sealHash: string | null): Violation[] {
    return checkpointViolations(checkpoint, this.keys.get(checkpoint.key_id), sealHash);
  }

  finish(): ExportReport {
    if (!this.header) this.report('The file holds no ledger.');
    else {
      if (!this.ended) this.report('The file was cut short: its `END` line is missing.');
      const { entries, seal_hash } = this.header;
      if (this.unsealed.length > 0) this.report('There are entries without a seal at the end.');
      if (entries !== this.entries)
        this.report('The file does not hold as many entries as it says.', { expected: String(entries), actual: String(this.entries) });
      if (seal_hash !== this.head.seal_hash)
        this.report('The chain does not end where the file says.', { expected: seal_hash, actual: this.head.seal_hash });
    }
    for (const checkpoint of this.checkpoints.values()) {
      if (!this.held.has(checkpoint.position))
        for (const violation of this.checkpointViolations(checkpoint, null)) this.violation(violation);
    }
    return {
      organizationId: this.header?.organization_id ?? null,
      entries: this.entries,
      checkpoints: this.checkpoints.size,
      signedThrough: Math.max(0, ...this.checkpoints.keys()),
      keyIds: [...new Set([...this.checkpoints.values()].map(({ key_id }) => key_id))],
      violationCount: this.violationCount,
      violations: this.violations,
    };
  }

  private violation({ entry_id, position, message, expected, actual }: Violation): void {
    this.report(message, { id: entry_id, position, expected, actual });
  }

  private report(
    message: string,
    about: { id?: string | null; position?: number | null; expected?: string | null; actual?: string | null } = {},
  ): void {
    this.violationCount += 1;
    if (this.violations.length >= MAX_VIOLATIONS) return;
    const { id = null, position = null, expected = null, actual = null } = about;
    this.violations.push({ line: this.line, entryId: id, position, message, expected, actual });
  }
}
