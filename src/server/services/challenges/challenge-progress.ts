/** Reports a challenge: who takes part and how far they are, what they reached, and the events that it follows from. */
import type {
  ChallengePerformance,
  ExportChallengeCompletions,
  ListChallengeCompletions,
  ListContributions,
  RankParticipants,
} from '@/contract/challenge-progress';
import { periodAt } from '@/domain/challenges/periods';
import { targetOf } from '@/domain/challenges/goal';
import { amountOf, type Amount } from '@/domain/money';
import type { ChallengeRow } from '@/server/db/repositories/challenges/challenges';
import {
  countCompletionDays,
  countParts,
  everyCompletionRow,
  listCompletionRows,
  type CompletionRow,
} from '@/server/db/repositories/challenges/completions';
import {
  countTakingPart,
  listContributionRows,
  listRankRows,
  type ContributionRow,
  type RankRow,
} from '@/server/db/repositories/challenges/ranking';
import type { KeysetPage } from '@/server/db/keyset';
import type { Ctx } from '@/server/platform/context';
import { getProgram } from '@/server/services/programs/programs';
import { getChallenge } from './challenges';

const DAYS = 90;
const DAY_MS = 24 * 60 * 60_000;

export interface RankedParticipant extends RankRow {
  readonly target: Amount;
  readonly maxRounds: number;
}

/** Of the present period unless another is asked for. @throws DomainError not_found. */
export async function rankParticipants(ctx: Ctx, query: RankParticipants): Promise<KeysetPage<RankedParticipant>> {
  const challenge = await getChallenge(ctx, query.id);
  const period = query.period ?? (await presentPeriod(ctx, challenge));
  const { rows, nextCursor } = await listRankRows(ctx.organization.id, { ...query, period });
  const target = amountOf(targetOf(challenge.goal));
  return { rows: rows.map((row) => ({ ...row, target, maxRounds: challenge.max_rounds })), nextCursor };
}

async function presentPeriod(ctx: Ctx, { period, program_id }: ChallengeRow): Promise<string> {
  const { timezone } = await getProgram(ctx, program_id);
  return periodAt(period, ctx.clock.now(), timezone);
}

/** @throws DomainError not_found. */
export async function challengePerformance(ctx: Ctx, id: string): Promise<ChallengePerformance> {
  const organizationId = ctx.organization.id;
  const challenge = await getChallenge(ctx, id);
  const { timezone } = await getProgram(ctx, challenge.program_id);
  const since = new Date(ctx.clock.now().getTime() - DAYS * DAY_MS);
  const [[taking], reached, days] = await Promise.all([
    countTakingPart(organizationId, id),
    countParts(organizationId, id),
    countCompletionDays(organizationId, id, timezone, since),
  ]);
  const byPart = new Map(reached.map((one) => [one.part, one]));
  const whole = byPart.get(100);
  return {
    challenge_id: id,
    participants: taking?.participants ?? 0,
    parts: [...challenge.parts, 100].map((part) => ({ part, participants: byPart.get(part)?.participants ?? 0 })),
    completions: whole?.completions ?? 0,
    revoked: whole?.revoked ?? 0,
    median_seconds: taking?.median_seconds ?? null,
    days,
  };
}

/** What an event counted for a participant, or took back. @throws DomainError not_found. */
export async function listContributions(ctx: Ctx, query: ListContributions): Promise<KeysetPage<ContributionRow>> {
  await getChallenge(ctx, query.id);
  return listContributionRows(ctx.organization.id, query);
}

export const listCompletions = (ctx: Ctx, query: ListChallengeCompletions): Promise<KeysetPage<CompletionRow>> =>
  listCompletionRows(ctx.organization.id, query);

export const everyCompletion = (ctx: Ctx, query: ExportChallengeCompletions): AsyncIterable<CompletionRow[]> =>
  everyCompletionRow(ctx.organization.id, query);
