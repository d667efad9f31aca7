/** Writes a challenge as it is sent, without where it belongs and its status: what its answer and a copy of it have in common. */
import type { CreateChallenge } from '@/contract/challenge';
import { MAX_ROUNDS } from '@/domain/challenges/goal';
import type { ChallengeRow } from '@/server/db/repositories/challenges/challenges';

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
