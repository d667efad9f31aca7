/** Applies the rows of a batch of participants in a handful of statements, leaving out the rows that cannot be applied. */
import { present } from '@/domain/assert';
import { combine, NOTHING, type Decision } from '@/domain/decision';
import { DomainError } from '@/domain/errors';
import { withFields } from '@/domain/fields';
import { faultOf, checkOpening, openingOf, type Opening, type RowFault } from '@/domain/imports/row';
import type { AssetTerms } from '@/domain/ledger/accounts';
import { STATE_MAX } from '@/domain/participants/limits';
import { applyProfileChange, PROFILE_FIELDS, type ParticipantProfile } from '@/domain/participants/profile';
import { stateTransitions, type StateChange, type StateOrigin, type StateTransition } from '@/domain/participants/state';
import { webhook } from '@/domain/webhooks/events';
import { commitDecision } from '@/server/db/commit';
import type { FoundFault, StagedRow } from '@/server/db/repositories/people/import-rows';
import type { BatchCounts } from '@/server/db/repositories/people/import-queue';
import { enroll } from '@/server/db/repositories/events/enrollment';
import {
  insertOpenings,
  loadOpenings,
  lockImportTargets,
  openingKey,
  type ImportTarget,
} from '@/server/db/repositories/ledger/opening-balances';
import { insertParticipantRows, updateParticipantRows, type ParticipantRow } from '@/server/db/repositories/people/participants';
import { findOvergrown } from '@/server/db/repositories/people/state-lists';
import { readState } from '@/server/db/repositories/people/state-reading';
import type { Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { stateChanges } from '@/server/services/participants/participants';
import { giveOpenings, type ToGive } from './give-openings';

export interface BatchScope {
  readonly importId: string;
  readonly organizationId: string;
  readonly programId: string;
  readonly now: Date;
  readonly origin: StateOrigin;
  readonly requestId: string;
  /** The program's assets, by symbol. */
  readonly assets: ReadonlyMap<string, AssetTerms>;
}

export interface AppliedBatch {
  readonly counts: BatchCounts;
  readonly faults: readonly FoundFault[];
}

/** A participant, and what its applicable rows make of it. */
interface Subject {
  readonly before: ImportTarget | null;
  readonly row: ParticipantRow;
  readonly rows: readonly StagedRow[];
  readonly openings: readonly Opening[];
}

/**
 * @param rows all rows of these participants, ordered by external id and line.
 * @throws DomainError insufficient_funds when a wallet runs dry; retryable_conflict when another request created a participant meanwhile.
 */
export async function applyBatch(tx: Tx, scope: BatchScope, rows: readonly StagedRow[]): Promise<AppliedBatch> {
  const { organizationId, programId } = scope;
  const groups = [...Map.groupBy(rows, ({ fields }) => fields.external_id)];
  const known = await lockImportTargets(
    tx,
    organizationId,
    programId,
    groups.map(([externalId]) => externalId),
  );
  const given = await loadOpenings(
    tx,
    scope,
    [...known.values()].map(({ id }) => id),
  );
  const faults: FoundFault[] = [];
  const evaluated = groups.flatMap(([externalId, own]): Subject[] => {
    const subject = evaluate(scope, known.get(externalId) ?? null, own, given, faults);
    return subject ? [subject] : [];
  });
  const changes = evaluated.flatMap((subject) => stateOf(scope, subject));
  const [overgrown, current] = await Promise.all([
    findOvergrown(tx, organizationId, changes, STATE_MAX),
    readState(tx, organizationId, changes),
  ]);
  const subjects = thatFit(evaluated, overgrown, faults);
  const transitions = stateTransitions(
    current,
    subjects.flatMap((subject) => stateOf(scope, subject)),
    scope.now,
  );
  const changed = await apply(tx, scope, subjects, transitions);
  const created = subjects.filter(({ before }) => before === null).length;
  const updated = subjects.filter(({ before, row }) => before !== null && changed.has(row.id)).length;
  const counts: BatchCounts = {
    reached: present(rows.at(-1), 'a batch without rows is not applied').fields.external_id,
    rows: rows.length,
    failed: new Set(faults.map(({ line }) => line)).size,
    errors: faults.length,
    created,
    updated,
    unchanged: subjects.length - created - updated,
    credited: subjects.reduce((sum, { openings }) => sum + openings.length, 0),
  };
  return { counts, faults };
}

type Given = Awaited<ReturnType<typeof loadOpenings>>;

/** Records faults for the rows that cannot be applied. Null when none is left. */
function evaluate(
  scope: BatchScope,
  before: ImportTarget | null,
  rows: readonly StagedRow[],
  given: Given,
  faults: FoundFault[],
): Subject | null {
  const reactivated = rows.some(({ fields }) => fields.status === 'ACTIVE');
  const status = reactivated ? 'ACTIVE' : (before?.status ?? 'ACTIVE');
  const openings: Opening[] = [];
  const good = rows.filter((row) => {
    const verdict = verdictOn(scope, before, row, given, status);
    if (verdict === null || verdict === 'GIVEN') return true;
    if ('asset' in verdict) return openings.push(verdict);
    faults.push({ line: row.line, ...verdict });
    return false;
  });
  const [first] = good;
  if (!first) return null;
  const blank = { ...withFields(PROFILE_FIELDS, () => null), status: 'ACTIVE' as const };
  const [externalId, at] = [first.fields.external_id, scope.now];
  const row = before ?? { ...blank, id: newId(), external_id: externalId, created_at: at, updated_at: at };
  const profile: Partial<ParticipantProfile> = {};
  for (const one of good) Object.assign(profile, profileOf(one));
  return { before, row: applyProfileChange(row, profile, at), rows: good, openings };
}

/** Leaves out participants who would exceed the limit on tags or attributes. */
function thatFit(subjects: readonly Subject[], overgrown: ReadonlySet<string>, faults: FoundFault[]): Subject[] {
  const message = `The participant would have more than ${STATE_MAX} tags or attributes; remove some first.`;
  for (const { row, rows } of subjects)
    if (overgrown.has(row.id)) faults.push(...rows.map(({ line }) => ({ line, field: null, code: 'unprocessable', message })));
  return subjects.filter(({ row }) => !overgrown.has(row.id));
}

function verdictOn(
  { assets, now }: BatchScope,
  before: ImportTarget | null,
  { fields }: StagedRow,
  given: Given,
  status: ParticipantProfile['status'],
): Opening | RowFault | 'GIVEN' | null {
  try {
    const opening = openingOf(fields, assets);
    if (opening === null) return null;
    const verdict = checkOpening(opening, before ? given.get(openingKey(before.id, opening.asset.id)) : undefined, status, now);
    return verdict === 'GIVE' ? opening : verdict;
  } catch (error) {
    if (error instanceof DomainError) return faultOf(error);
    throw error;
  }
}

const profileOf = ({ fields }: StagedRow): Partial<ParticipantProfile> =>
  Object.fromEntries([...PROFILE_FIELDS, 'status' as const].map((name) => [name, fields[name]]).filter(([, value]) => value !== undefined));

/** @returns the ids of the participants for whom anything changed. */
async function apply(
  tx: Tx,
  scope: BatchScope,
  subjects: readonly Subject[],
  transitions: readonly StateTransition[],
): Promise<Set<string>> {
  const { organizationId, programId, now } = scope;
  const profiles = subjects.filter(({ before, row }) => before !== null && row !== before).map(({ row }) => row);
  const newcomers = subjects.filter(({ before }) => !before?.enrolled).map(({ row }) => row.id);
  const toGive = subjects.flatMap(({ row, openings }) => openings.map((opening): ToGive => ({ ...opening, participantId: row.id })));
  await create(tx, scope, subjects);
  const openings = await giveOpenings(tx, scope, toGive);

  await updateParticipantRows(tx, organizationId, profiles);
  await commitDecision(tx, scope, combine([{ ...announced(scope, subjects), state: transitions }, openings.decision]));
  enroll(
    tx,
    organizationId,
    now,
    newcomers.map((participantId) => ({ programId, participantId })),
  );
  await insertOpenings(tx, scope, openings.given);
  return new Set([
    ...profiles.map(({ id }) => id),
    ...transitions.map(({ change }) => change.subject.id),
    ...newcomers,
    ...toGive.map(({ participantId }) => participantId),
  ]);
}

async function create(tx: Tx, { organizationId }: BatchScope, subjects: readonly Subject[]): Promise<void> {
  const newcomers = subjects.filter(({ before }) => before === null).map(({ row }) => row);
  const created = await insertParticipantRows(tx, organizationId, newcomers);
  if (created.length < newcomers.length)
    throw new DomainError('retryable_conflict', 'Another request created a participant of the file at the same moment.');
}

const stateOf = ({ origin }: BatchScope, { row, rows }: Subject): StateChange[] =>
  rows.flatMap(({ fields: { tags = [], attributes = {} } }) => stateChanges({ type: 'PARTICIPANT', id: row.id }, origin, tags, attributes));

const announced = ({ organizationId }: BatchScope, subjects: readonly Subject[]): Decision => ({
  ...NOTHING,
  webhooks: subjects
    .filter(({ before }) => before === null)
    .map(({ row }) =>
      webhook('participant.created', { participant_id: row.id, organization_id: organizationId, external_user_id: row.external_id }),
    ),
});
