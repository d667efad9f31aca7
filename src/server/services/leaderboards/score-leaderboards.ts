/**
 * Keeps the scores of leaderboards: takes those whose value or counters changed out of the queue, scores them from the facts, and freezes a season
 * once it is over and everybody is scored whose changes were committed by then. Each leaderboard has one worker at a time, and whoever is taken is
 * scored in the same transaction, so that a crash loses nobody.
 */
import { bucketChanges, Buckets } from '@/domain/leaderboards/buckets';
import { nextSeason } from '@/domain/leaderboards/leaderboard';
import { amountOf, type Amount } from '@/domain/money';
import { loadBuckets, splitPoint, writeBuckets } from '@/server/db/repositories/leaderboards/buckets';
import { dueLeaderboards, type DueLeaderboard } from '@/server/db/repositories/leaderboards/due-leaderboards';
import { awaitWriters, beginScan, scanNext } from '@/server/db/repositories/leaderboards/scan';
import { writeScores, type ChangedScore } from '@/server/db/repositories/leaderboards/scores';
import {
  claimLeaderboard,
  emptyQueue,
  isAnybodyWaiting,
  recordScoring,
  takeWaiting,
  type ClaimedLeaderboard,
} from '@/server/db/repositories/leaderboards/scoring-claim';
import {
  emptyOpenSeasons,
  insertSeason,
  openSeasons,
  recordParticipants,
  type SeasonRow,
} from '@/server/db/repositories/leaderboards/seasons';
import { withTransaction, type Tx } from '@/server/db/transaction';
import type { JobOutcome, JobRun } from '@/server/platform/job';
import { freezeSeasons, tellPrizes } from './freeze-season';

/** What one transaction did: work of any sort, 0 when another worker holds the leaderboard, and seasons frozen. */
interface Done {
  readonly performed: number;
  readonly frozen: number;
}

/** A clock's move counts the seasons that were frozen. */
export async function scoreLeaderboards({ clock, organization, limit, signal }: JobRun): Promise<JobOutcome> {
  const due = await dueLeaderboards(organization?.now ?? clock.now(), organization?.id ?? null, limit);
  let [performed, counted] = [0, 0];
  for (const one of due) {
    if (signal.aborted) break;
    const done = await workOn(one, organization?.now ?? new Date(clock.now().getTime() + one.clock_offset_ms), limit);
    performed += done.performed;
    counted += done.frozen;
  }
  return { performed, counted, more: performed > 0 };
}

function workOn(due: DueLeaderboard, now: Date, limit: number): Promise<Done> {
  return withTransaction(async (tx) => {
    const board = await claimLeaderboard(tx, due);
    if (board === null) return { performed: 0, frozen: 0 };
    return board.status === 'ACTIVE' ? score(tx, board, now, limit) : finish(tx, board, now, limit);
  });
}

/** Of a leaderboard that is over, what was won is still told. */
async function finish(tx: Tx, board: ClaimedLeaderboard, now: Date, limit: number): Promise<Done> {
  await emptyQueue(tx, board);
  const told = await tellPrizes(tx, board, now, limit);
  await recordScoring(tx, board, { status: board.status, dueAt: told < limit ? null : now });
  return { performed: 1 + told, frozen: 0 };
}

async function score(tx: Tx, board: ClaimedLeaderboard, now: Date, limit: number): Promise<Done> {
  const seasons = await seasonsUntil(tx, board, now);
  const scan = await scanOn(tx, board, limit);
  const taken = await takeWaiting(tx, board, limit);
  const people = new Set([...scan.found, ...taken].map(({ participant_id }) => participant_id));
  if (people.size > 0) await countChanges(tx, board, await writeScores(tx, board, [...people]));
  const over = scan.isDone ? await settledSeasons(tx, board, seasons, now) : [];
  await freezeSeasons(tx, board, over, now);
  const told = await tellPrizes(tx, board, now, limit);
  const open = seasons.slice(over.length);
  // Whatever is more than a batch is due at once.
  const dueAt = scan.isDone && told < limit ? (open[0]?.ends_at ?? null) : now;
  await recordScoring(tx, board, { status: open.length === 0 ? 'FROZEN' : 'ACTIVE', dueAt });
  return { performed: scan.steps + taken.length + over.length + told, frozen: over.length };
}

/** The seasons that are not frozen, earliest first, once every one has been begun whose time has come. */
async function seasonsUntil(tx: Tx, board: ClaimedLeaderboard, now: Date): Promise<SeasonRow[]> {
  const seasons = await openSeasons(tx, board);
  for (let last = seasons.at(-1); last?.ends_at && last.ends_at <= now; last = seasons.at(-1)) {
    const next = nextSeason(board.period, { season: last.season, startsAt: last.starts_at, endsAt: last.ends_at }, board.timezone);
    if (next === null) break;
    seasons.push(await insertSeason(tx, board, next));
  }
  return seasons;
}

/** The first of the seasons that are over, as far as everybody is scored who gained or lost something before their end. */
async function settledSeasons(tx: Tx, board: ClaimedLeaderboard, seasons: readonly SeasonRow[], now: Date): Promise<SeasonRow[]> {
  const settled: SeasonRow[] = [];
  for (const season of seasons) {
    if (season.ends_at === null || season.ends_at > now || (await isAnybodyWaiting(tx, board, season.ends_at))) break;
    settled.push(season);
  }
  return settled;
}

interface ScanStep {
  readonly isDone: boolean;
  readonly steps: number;
  readonly found: readonly { readonly participant_id: string }[];
}

/** Takes the next step of a scan that is wanted, if it can be taken yet. */
async function scanOn(tx: Tx, board: ClaimedLeaderboard, limit: number): Promise<ScanStep> {
  switch (board.scan) {
    case 'DONE':
      return { isDone: true, steps: 0, found: [] };
    case 'WANTED':
      await emptyOpenSeasons(tx, board);
      await awaitWriters(tx, board);
      return { isDone: false, steps: 1, found: [] };
    case 'WAITING':
      return { isDone: false, steps: (await beginScan(tx, board)) ? 1 : 0, found: [] };
    case 'RUNNING': {
      const found = await scanNext(tx, board, limit);
      return { isDone: found.length < limit, steps: 1, found };
    }
  }
}

/** Keeps the buckets of each season in step with its scores. */
async function countChanges(tx: Tx, board: ClaimedLeaderboard, changes: readonly ChangedScore[]): Promise<void> {
  for (const [season, changed] of Map.groupBy(changes, (change) => change.season)) {
    const before = await loadBuckets(tx, board, season);
    const buckets = new Buckets(before);
    buckets.apply(changed.map((change) => ({ before: amountOrNull(change.before), after: amountOrNull(change.after) })));
    for (const full of buckets.overfull()) {
      const found = await splitPoint(tx, board, season, full);
      if (found) buckets.split(full.floor, found.at, found.upper);
    }
    buckets.merge();
    await writeBuckets(tx, board, season, bucketChanges(before, buckets.all()));
    await recordParticipants(tx, board, season, buckets.participants());
  }
}

const amountOrNull = (text: string | null): Amount | null => (text === null ? null : amountOf(text));
