/** Creates, clones, reads, changes, starts, pauses and archives challenges. */
import type { CloneChallenge, CreateChallenge, ListChallenges, UpdateChallenge } from '@/contract/challenge';
import { changesNothingArchived } from '@/domain/archiving';
import { canonicalJson } from '@/domain/canonical-json';
import { assertChallengeMove, assertChallengeSound, assertPartsKept } from '@/domain/challenges/check';
import { MAX_ROUNDS, measureOf } from '@/domain/challenges/goal';
import { DomainError } from '@/domain/errors';
import { assertProgramMayChange } from '@/domain/programs';
import type { KeysetPage } from '@/server/db/keyset';
import {
  findChallenge,
  findChallengeForUpdate,
  insertChallenge,
  listChallengeRows,
  updateChallengeRow,
  type ChallengeRow,
} from '@/server/db/repositories/challenges/challenges';
import { withTransaction, type Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';
import { assertCampaignKnown } from '@/server/services/campaigns/campaigns';
import { getProgramForUpdate } from '@/server/services/programs/programs';
import { timeOf } from '@/server/services/rewards/rewards';

/** What a copy can be, beside what a new one can. */
type NewChallenge = Omit<CreateChallenge, 'status'> & { readonly status: Exclude<ChallengeRow['status'], 'ARCHIVED'> };

/** @throws DomainError not_found (program, campaign), program_archived, key_exists, validation_error. */
export async function createChallenge(ctx: Ctx, tx: Tx, command: NewChallenge): Promise<ChallengeRow> {
  const now = ctx.clock.now();
  return insert(ctx, tx, {
    id: newId(),
    program_id: command.program_id,
    campaign_id: command.campaign_id ?? null,
    key: command.key,
    name: command.name,
    description: command.description ?? null,
    status: command.status,
    starts_at: timeOf(command.starts_at),
    ends_at: timeOf(command.ends_at),
    period: command.period ?? 'NONE',
    audience: command.audience ?? null,
    goal: command.goal,
    max_rounds: roundsOf(command.repeat ?? null),
    parts: command.parts ?? [],
    take_back: command.take_back ?? null,
    badge: command.badge ?? null,
    terms_version: 1,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  });
}

/** Copies a challenge as a draft without progress. @throws DomainError not_found, program_archived, key_exists, validation_error. */
export async function cloneChallenge(ctx: Ctx, tx: Tx, { id, key, name, starts_at, ends_at }: CloneChallenge): Promise<ChallengeRow> {
  const row = await getChallenge(ctx, id);
  const now = ctx.clock.now();
  return insert(ctx, tx, {
    ...row,
    id: newId(),
    key,
    name: name ?? row.name,
    status: 'DRAFT',
    starts_at: starts_at === undefined ? row.starts_at : timeOf(starts_at),
    ends_at: ends_at === undefined ? row.ends_at : timeOf(ends_at),
    terms_version: 1,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  });
}

/** How often it can be completed in a period. */
const roundsOf = (repeat: { readonly max: number | null } | null): number => (repeat === null ? 1 : (repeat.max ?? MAX_ROUNDS));

async function insert(ctx: Ctx, tx: Tx, row: ChallengeRow): Promise<ChallengeRow> {
  assertProgramMayChange((await getProgramForUpdate(ctx, tx, row.program_id, 'program_id')).status, 'program_id');
  await assertCampaignKnown(ctx, tx, row);
  assertSound(row);
  await insertChallenge(tx, ctx.organization.id, row);
  return row;
}

/** @throws DomainError validation_error. */
const assertSound = (row: ChallengeRow): void =>
  assertChallengeSound({ ...measureOf(row), startsAt: row.starts_at, endsAt: row.ends_at, parts: row.parts });

/** @throws DomainError not_found. */
export const getChallenge = async (ctx: Ctx, id: string): Promise<ChallengeRow> =>
  (await findChallenge(ctx.organization.id, id)) ?? unknownChallenge();

/** Locked until the transaction ends. @throws DomainError not_found. */
export const getChallengeForUpdate = async (ctx: Ctx, tx: Tx, id: string): Promise<ChallengeRow> =>
  (await findChallengeForUpdate(tx, ctx.organization.id, id)) ?? unknownChallenge();

export const listChallenges = (ctx: Ctx, query: ListChallenges): Promise<KeysetPage<ChallengeRow>> =>
  listChallengeRows(ctx.organization.id, query);

function unknownChallenge(): never {
  throw new DomainError('not_found', 'There is no such challenge in your organization.', { param: 'id' });
}

/** @throws DomainError not_found (challenge, campaign), invalid_status, challenge_has_progress, validation_error. */
export function updateChallenge(ctx: Ctx, { id, ...change }: UpdateChallenge): Promise<ChallengeRow> {
  return withTransaction(async (tx) => {
    const row = await getChallengeForUpdate(ctx, tx, id);
    const changed = changedChallenge(row, change, ctx.clock.now());
    if (changed !== row) await writeChallenge(ctx, tx, row, changed);
    return changed;
  });
}

/** @param before locked. @throws DomainError not_found (campaign), challenge_has_progress. */
export async function writeChallenge(ctx: Ctx, tx: Tx, before: ChallengeRow, after: ChallengeRow): Promise<void> {
  if (after.campaign_id !== before.campaign_id) await assertCampaignKnown(ctx, tx, after);
  await updateChallengeRow(tx, ctx.organization.id, after);
}

/** Archives a challenge: events no longer count, and what was reached stays. @throws DomainError not_found. */
export async function archiveChallenge(ctx: Ctx, id: string): Promise<void> {
  await updateChallenge(ctx, { id, status: 'ARCHIVED' });
}

/** The very same row where an archived one is asked to stay so. @throws DomainError invalid_status, challenge_has_progress, validation_error. */
export function changedChallenge(row: ChallengeRow, change: Omit<UpdateChallenge, 'id'>, now: Date): ChallengeRow {
  if (row.status === 'ARCHIVED') {
    if (changesNothingArchived(change)) return row;
    throw new DomainError('invalid_status', 'The challenge is archived and cannot be changed.', { param: 'id' });
  }
  const { starts_at, ends_at, repeat, ...fields } = change;
  if (change.status) assertChallengeMove(row.status, change.status);
  if (change.parts) assertPartsKept(row.status, row.parts, change.parts);
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const changed: ChallengeRow = {
    ...row,
    ...given,
    ...(starts_at === undefined ? {} : { starts_at: timeOf(starts_at) }),
    ...(ends_at === undefined ? {} : { ends_at: timeOf(ends_at) }),
    ...(repeat === undefined ? {} : { max_rounds: roundsOf(repeat) }),
    updated_at: now,
    deleted_at: change.status === 'ARCHIVED' ? now : null,
  };
  assertSound(changed);
  return sameTerms(row, changed) ? changed : { ...changed, terms_version: row.terms_version + 1 };
}

/** Whether progress that there is stays what it is: the end can be moved, as events of after it have not counted yet. */
const sameTerms = (one: ChallengeRow, other: ChallengeRow): boolean => termsOf(one) === termsOf(other);
const termsOf = (row: ChallengeRow): string => canonicalJson([measureOf(row), row.campaign_id, row.starts_at]);

/** Every field has a value. */
type Content = Required<Pick<CreateChallenge, 'description' | 'period' | 'audience' | 'goal' | 'repeat' | 'parts' | 'take_back' | 'badge'>>;
type ChallengeContent = { readonly [Field in keyof Content]: Exclude<Content[Field], undefined> } & {
  readonly key: string;
  readonly name: string;
  readonly starts_at: string | null;
  readonly ends_at: string | null;
};

export const challengeContent = (row: ChallengeRow): ChallengeContent => ({
  key: row.key,
  name: row.name,
  description: row.description,
  starts_at: row.starts_at?.toISOString() ?? null,
  ends_at: row.ends_at?.toISOString() ?? null,
  period: row.period,
  audience: row.audience,
  goal: goalOf(row),
  repeat: row.max_rounds === 1 ? null : { max: row.max_rounds === MAX_ROUNDS ? null : row.max_rounds },
  parts: row.parts,
  take_back: row.take_back && { ...row.take_back, match: matchOf(row.take_back.match) },
  badge: row.badge,
});

type StoredMatch = NonNullable<ChallengeRow['take_back']>['match'];
const matchOf = ({ event_types, condition }: StoredMatch) => ({ event_types: [...event_types], condition });

function goalOf({ goal }: ChallengeRow): CreateChallenge['goal'] {
  if (goal.type === 'STEPS') return { ...goal, steps: goal.steps.map((step) => ({ ...step, match: matchOf(step.match) })) };
  return { ...goal, match: matchOf(goal.match) };
}
