/** Replaces one section of a program's document as a whole: what is new is made, what differs is changed, and what is left out is archived. */
import type { SkippedPart } from '@/contract/program-configuration';
import { canonicalJson } from '@/domain/canonical-json';
import { withErrorPath } from '@/domain/error-path';
import { DomainError } from '@/domain/errors';
import type { Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { naming } from '@/server/services/naming';
import type { CampaignIds, CampaignKeys } from './campaign-keys';

/** The program whose document is read or written, within the transaction that has locked it, and how documents name what it has. */
export interface OfProgram {
  readonly ctx: Ctx;
  readonly tx: Tx;
  readonly programId: string;
  readonly campaignIds: CampaignIds;
  readonly campaignKeys: CampaignKeys;
  /** Ids of its assets by symbol. */
  readonly assets: ReadonlyMap<string, string>;
  /** Symbols of all assets that it has or names, by id. */
  readonly symbols: ReadonlyMap<string, string>;
}

interface Named {
  readonly id: string;
  readonly key: string;
  readonly name: string;
}

/** How the parts of one kind are read, written and told of. */
export interface Section<Row extends Named, Sent extends { readonly key: string }> {
  /** Those that are not archived. */
  load(): Promise<readonly Row[]>;
  /** Why a copy is made without it, if it is; absent: each is made. */
  obstacle?(sent: Sent): Promise<SkippedPart['reason'] | null>;
  make(sent: Sent): Promise<Row>;
  /** @returns the row as it is, locked, and as the document wants it, not yet written. */
  compare(id: string, sent: Sent): Promise<{ readonly before: Row; readonly after: Row }>;
  write(before: Row, after: Row): Promise<void>;
  archive(id: string): Promise<void>;
  portable(row: Row): Sent;
  sentence(row: Row): string;
}

export interface PartChange {
  readonly change: 'CREATED' | 'UPDATED' | 'ARCHIVED';
  readonly key: string;
  readonly name: string;
  readonly sentence: string;
  /** Null unless it is UPDATED. */
  readonly sentenceBefore: string | null;
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
}

/**
 * @param path of the section in the document, under which its faults are named.
 * @returns those that were not made.
 */
export async function makeParts<Row extends Named, Sent extends { readonly key: string }>(
  path: string,
  section: Pick<Section<Row, Sent>, 'make' | 'obstacle'>,
  sent: readonly Sent[],
): Promise<Pick<SkippedPart, 'key' | 'reason'>[]> {
  const skipped: Pick<SkippedPart, 'key' | 'reason'>[] = [];
  for (const [index, part] of sent.entries()) {
    const reason = (await section.obstacle?.(part)) ?? null;
    if (reason === null) await inPart(path, index, () => section.make(part));
    else skipped.push({ key: part.key, reason });
  }
  return skipped;
}

export async function replaceParts<Row extends Named, Sent extends { readonly key: string }>(
  path: string,
  section: Section<Row, Sent>,
  sent: readonly Sent[],
): Promise<PartChange[]> {
  const stored = new Map((await section.load()).map((row) => [row.key, row]));
  const changes: PartChange[] = [];
  for (const [index, part] of sent.entries()) {
    const row = stored.get(part.key);
    const change = await inPart(path, index, () => (row ? changePart(section, row.id, part) : makePart(section, part)));
    if (change) changes.push(change);
  }
  const kept = new Set(sent.map(({ key }) => key));
  for (const row of stored.values()) {
    if (kept.has(row.key)) continue;
    await section.archive(row.id);
    changes.push({ change: 'ARCHIVED', ...told(section, row), sentenceBefore: null, changes: [] });
  }
  return changes;
}

/** Faults name the field of the document, which calls the campaign by its key. */
const inPart = <T>(path: string, index: number, work: () => Promise<T>): Promise<T> =>
  withErrorPath(`${path}[${index}]`, () => naming({ campaign_id: 'campaign' }, work));

async function makePart<Row extends Named, Sent extends { readonly key: string }>(
  section: Section<Row, Sent>,
  part: Sent,
): Promise<PartChange> {
  return { change: 'CREATED', ...told(section, await section.make(part)), sentenceBefore: null, changes: [] };
}

async function changePart<Row extends Named, Sent extends { readonly key: string }>(
  section: Section<Row, Sent>,
  id: string,
  part: Sent,
): Promise<PartChange | null> {
  const { before, after } = await section.compare(id, part);
  const changes = differences(section.portable(before), section.portable(after));
  if (changes.length === 0) return null;
  await section.write(before, after);
  return { change: 'UPDATED', ...told(section, after), sentenceBefore: section.sentence(before), changes };
}

const told = <Row extends Named, Sent extends { readonly key: string }>(section: Section<Row, Sent>, row: Row) => ({
  key: row.key,
  name: row.name,
  sentence: section.sentence(row),
});

function differences(before: object, after: object): PartChange['changes'] {
  const [old, now] = [new Map<string, unknown>(Object.entries(before)), new Map<string, unknown>(Object.entries(after))];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((field) => {
    const change = { field, before: old.get(field) ?? null, after: now.get(field) ?? null };
    return canonicalJson(change.before) === canonicalJson(change.after) ? [] : [change];
  });
}

/** @throws DomainError invalid_parameter for the first of the fields that differs, though it can never change. */
export function assertUnchanged<Part extends object>(before: Part, wanted: Part, fields: readonly (keyof Part & string)[]): void {
  const changed = fields.find((field) => canonicalJson(before[field] ?? null) !== canonicalJson(wanted[field] ?? null));
  if (changed === undefined) return;
  throw new DomainError('invalid_parameter', `\`${changed}\` cannot change; give the part another key to make it anew.`, {
    param: changed,
  });
}
