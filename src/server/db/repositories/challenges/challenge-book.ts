/** Loads the progress that the events of a batch can change: in the same round trip as everything else, and not at all for events that no challenge concerns. */
import { ChallengeBook, progressKey, referenceKey, type Completion, type Progress, type ProgressPlace } from '@/domain/challenges/book';
import { canCount, canTakeBack, type CompiledChallenge } from '@/domain/challenges/compiled';
import { periodAt } from '@/domain/challenges/periods';
import type { ReferenceBook } from '@/domain/challenges/take-back';
import { amountOf } from '@/domain/money';
import type { JsonRecord } from '@/domain/rules/activation';
import type { EvaluationBudget } from '@/domain/rules/cel/bounds';
import type { CompiledExpression } from '@/domain/rules/expression';
import { ofEventAlone } from '@/domain/rules/take-back-references';
import { evaluateTemplate } from '@/domain/rules/template';
import type { Tx } from '@/server/db/transaction';

/** What is known of an event before it is decided. */
export interface CountableEvent {
  readonly participantId: string | null;
  readonly data: JsonRecord;
  readonly timestamp: Date;
}

interface NamedReference {
  readonly challengeId: string;
  readonly participantId: string;
  readonly reference: string;
}

/** What the events of a batch can change. */
interface NamedProgress {
  /** Those that one of the events can concern. */
  readonly challenges: readonly CompiledChallenge[];
  readonly places: readonly ProgressPlace[];
  readonly references: readonly NamedReference[];
  readonly expressions: readonly CompiledExpression[];
}

/** @param zone that of the program. */
export function namedProgress(
  challenges: readonly CompiledChallenge[],
  events: readonly CountableEvent[],
  zone: string,
  budget: EvaluationBudget,
): NamedProgress {
  const places = new Map<string, ProgressPlace>();
  const references = new Map<string, NamedReference>();
  const concerned = challenges.filter((challenge) => {
    const { id: challengeId, period, takeBack } = challenge;
    const found = events.flatMap(({ participantId, data, timestamp }) => {
      const counts = canCount(challenge, data.type, timestamp);
      const takes = canTakeBack(challenge, data.type);
      if (participantId === null || !(counts || takes)) return [];
      if (counts) {
        const place = { challengeId, participantId, period: periodAt(period, timestamp, zone) };
        places.set(progressKey(place), place);
      }
      const under = [counts ? takeBack?.originalReference : undefined, takes ? takeBack?.reference : undefined];
      for (const template of under.filter((one) => one !== undefined)) {
        const reference = evaluateTemplate(template, ofEventAlone(data), budget);
        if (reference.ok) {
          const named = { challengeId, participantId, reference: reference.value };
          references.set(referenceKey(challengeId, participantId, reference.value), named);
        }
      }
      return [participantId];
    });
    return found.length > 0;
  });
  return {
    challenges: concerned,
    places: [...places.values()],
    references: [...references.values()],
    expressions: concerned.flatMap(({ expressions }) => expressions),
  };
}

interface ProgressRow {
  challenge_id: string;
  participant_id: string;
  period: string;
  tally: { sum: string; counts: Record<string, number> };
  first_at: Date;
  last_at: Date;
  completed_at: Date | null;
  completions: Completion[] | null;
}

const NAMED_PLACES = 'unnest($2::uuid[], $3::uuid[], $4::text[]) AS named (challenge_id, participant_id, period)';
const UNDER_REFERENCE = `c.organization_id = $1 AND c.participant_id = named.participant_id AND c.challenge_id = named.challenge_id AND c.reference = named.reference`;
const COMPLETIONS = `(
  SELECT json_agg(json_build_object('id', d.id, 'round', d.round, 'part', d.part, 'status', d.status, 'attempt', d.attempt))
  FROM challenge_completions d
  WHERE d.organization_id = $1 AND d.participant_id = p.participant_id AND d.challenge_id = p.challenge_id AND d.period = p.period)`;
/** Looked up one by one: a plan for all of them, made while the table is small, might read all of it. */
const placesOf = (completions: string): string => `CROSS JOIN LATERAL (
    SELECT p.challenge_id, p.participant_id, p.period, p.tally, p.first_at, p.last_at, p.completed_at, ${completions} AS completions
    FROM challenge_progress p
    WHERE p.organization_id = $1 AND p.participant_id = named.participant_id AND p.challenge_id = named.challenge_id AND p.period = named.period
    LIMIT 1
  ) AS found`;
const READ_PLACES = `SELECT found.* FROM ${NAMED_PLACES} ${placesOf('NULL::json')}`;
/** With the periods in which the references were counted, and with what can be revoked. */
const READ_ALL = `
  SELECT found.* FROM (
    SELECT * FROM ${NAMED_PLACES}
    UNION
    SELECT named.challenge_id, named.participant_id, counted.period
    FROM unnest($5::uuid[], $6::uuid[], $7::text[]) AS named (challenge_id, participant_id, reference) CROSS JOIN LATERAL (
      SELECT c.period FROM challenge_contributions c WHERE ${UNDER_REFERENCE} AND c.type = 'COUNTED' OFFSET 0
    ) AS counted
  ) AS named ${placesOf(COMPLETIONS)}`;
const READ_REFERENCES = `
  SELECT found.* FROM unnest($2::uuid[], $3::uuid[], $4::text[]) AS named (challenge_id, participant_id, reference) CROSS JOIN LATERAL (
    SELECT c.challenge_id, c.participant_id, c.reference, c.event_id, c.type, c.period, c.event_timestamp, c.amount, c.keys
    FROM challenge_contributions c WHERE ${UNDER_REFERENCE} OFFSET 0
  ) AS found`;

interface ReferenceRow {
  challenge_id: string;
  participant_id: string;
  reference: string | null;
  event_id: string;
  type: 'COUNTED' | 'TAKEN_BACK';
  period: string | null;
  event_timestamp: Date;
  amount: string | null;
  keys: string[];
}

export async function loadChallengeBook(
  tx: Tx,
  organizationId: string,
  { challenges, places, references }: NamedProgress,
): Promise<ChallengeBook> {
  if (challenges.length === 0) return new ChallengeBook([]);
  const place = [places.map((one) => one.challengeId), places.map((one) => one.participantId), places.map((one) => one.period)];
  const named = [
    references.map((one) => one.challengeId),
    references.map((one) => one.participantId),
    references.map((one) => one.reference),
  ];
  const takesBack = challenges.some(({ takeBack }) => takeBack !== null);
  const [rows, under] = await Promise.all([
    takesBack
      ? tx.query<ProgressRow>(READ_ALL, [organizationId, ...place, ...named])
      : tx.query<ProgressRow>(READ_PLACES, [organizationId, ...place]),
    references.length > 0 ? tx.query<ReferenceRow>(READ_REFERENCES, [organizationId, ...named]) : [],
  ]);
  const byReference = Map.groupBy(under, (row) => referenceKey(row.challenge_id, row.participant_id, row.reference ?? ''));
  return new ChallengeBook(challenges, {
    progress: new Map(rows.map((row) => [placeKey(row), progressOf(row)])),
    references: new Map([...byReference].map(([key, own]) => [key, referenceBook(own)])),
  });
}

const placeKey = (row: ProgressRow) =>
  progressKey({ challengeId: row.challenge_id, participantId: row.participant_id, period: row.period });

const progressOf = (row: ProgressRow): Progress => ({
  tally: { sum: amountOf(row.tally.sum), counts: new Map(Object.entries(row.tally.counts)) },
  completions: row.completions ?? [],
  firstAt: row.first_at,
  lastAt: row.last_at,
  completedAt: row.completed_at,
});

const referenceBook = (rows: readonly ReferenceRow[]): ReferenceBook => ({
  counted: rows.flatMap((row) =>
    row.period === null
      ? []
      : [
          {
            eventId: row.event_id,
            timestamp: row.event_timestamp,
            period: row.period,
            piece: { amount: amountOf(row.amount ?? '0'), keys: row.keys },
          },
        ],
  ),
  takenBack: rows.flatMap((row) =>
    row.type === 'COUNTED' ? [] : [{ eventId: row.event_id, amount: row.amount === null ? null : amountOf(row.amount) }],
  ),
});
