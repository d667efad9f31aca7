/** Tells a participant's challenges: those that they can take part in, how far they are, and the badges that they have. */
import type { ReadParticipantChallenges } from '@/contract/challenge-progress';
import { mayTakePart } from '@/domain/challenges/audience';
import { compileChallengeCondition } from '@/domain/challenges/compiled';
import { standingOf, type Standing } from '@/domain/challenges/missing';
import { periodAt, periodEnd, zoneOf } from '@/domain/challenges/periods';
import { EMPTY_TALLY } from '@/domain/challenges/tally';
import { amountOf } from '@/domain/money';
import { ruleBudget } from '@/domain/rules/cel/bounds';
import { readingOf } from '@/domain/rules/references';
import { candidatesById, readProgramState } from '@/server/db/repositories/automations/automation-audience';
import type { CompletionRow } from '@/server/db/repositories/challenges/completions';
import {
  badgesOf,
  latestCompletions,
  openChallenges,
  progressIn,
  type BadgeRow,
  type OpenChallengeRow,
  type StoredProgress,
} from '@/server/db/repositories/challenges/participant-progress';
import { autocommit } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { getParticipant, participantId } from '@/server/services/participants/participants';

export interface ChallengeStanding {
  readonly row: OpenChallengeRow;
  readonly period: string;
  readonly standing: Standing;
  readonly endsAt: Date | null;
  readonly completions: readonly CompletionRow[];
}

/** @throws DomainError not_found. */
export async function participantChallenges(ctx: Ctx, { id, program_id }: ReadParticipantChallenges): Promise<ChallengeStanding[]> {
  const organizationId = ctx.organization.id;
  const now = ctx.clock.now();
  const participant = await getParticipant(ctx, id);
  const rows = await openChallenges(organizationId, participant.id, program_id ?? null);
  const placed = rows.map((row) => ({ row, period: periodAt(row.period, now, row.timezone) }));
  const [progress, completions] = await Promise.all([
    progressIn(
      organizationId,
      participant.id,
      placed.map(({ row, period }) => ({ challengeId: row.id, period })),
    ),
    latestCompletions(
      organizationId,
      participant.id,
      rows.map((row) => row.id),
    ),
  ]);
  const tallies = new Map(progress.map((one) => [one.challenge_id, tallyOf(one)]));
  const reached = Map.groupBy(completions, (one) => one.challenge_id);
  const excluded = await excludedFrom(
    ctx,
    participant.id,
    rows.filter((row) => !tallies.has(row.id) && !reached.has(row.id)),
  );
  return placed
    .filter(({ row }) => !excluded.has(row.id))
    .map(({ row, period }) => {
      const zone = zoneOf(participant.attributes.timezone, row.timezone);
      const measured = { goal: row.goal, maxRounds: row.max_rounds, parts: row.parts };
      return {
        row,
        period,
        standing: standingOf(measured, tallies.get(row.id) ?? EMPTY_TALLY, { now, zone }),
        endsAt: earlier(periodEnd(row.period, now, row.timezone), row.ends_at),
        completions: reached.get(row.id) ?? [],
      };
    });
}

const tallyOf = ({ tally }: StoredProgress) => ({ sum: amountOf(tally.sum), counts: new Map(Object.entries(tally.counts)) });

const earlier = (one: Date | null, other: Date | null): Date | null => (one && other ? (one < other ? one : other) : (one ?? other));

const budget = ruleBudget(() => performance.now());

/** The ids of those whose audience the participant does not belong to. */
async function excludedFrom(ctx: Ctx, participantId: string, rows: readonly OpenChallengeRow[]): Promise<ReadonlySet<string>> {
  const restricted = rows.flatMap(({ id, program_id, audience }) =>
    audience === null ? [] : [{ id, programId: program_id, audience: compileChallengeCondition(audience) }],
  );
  const excluded = new Set<string>();
  const now = ctx.clock.now();
  for (const [programId, group] of Map.groupBy(restricted, (one) => one.programId)) {
    const reading = readingOf(group.map(({ audience }) => audience.expression));
    const scope = { organizationId: ctx.organization.id, programId, now, reading };
    const [program, [person]] = await Promise.all([
      readProgramState(autocommit, scope),
      candidatesById(autocommit, scope, [participantId]),
    ]);
    for (const { id, audience } of group) if (!person || !mayTakePart(audience, person, { program, now, budget })) excluded.add(id);
  }
  return excluded;
}

/** @throws DomainError not_found. */
export const participantBadges = async (ctx: Ctx, reference: string): Promise<BadgeRow[]> =>
  badgesOf(ctx.organization.id, await participantId(ctx, reference));
