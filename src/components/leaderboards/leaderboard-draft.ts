/** Holds a leaderboard as its form edits it: every field as text, so that no input is lost. */
import type { CreateLeaderboard, Leaderboard } from '@/contract/leaderboard';
import { numberOf } from '@/components/ui/number-text';

export interface PrizeDraft {
  readonly from: string;
  readonly to: string;
  readonly name: string;
}

export interface LeaderboardDraft {
  readonly name: string;
  readonly key: string;
  readonly description: string;
  readonly measure: Leaderboard['measure']['type'];
  readonly asset_id: string;
  readonly counter: string;
  readonly challenge_id: string;
  readonly period: Leaderboard['period'];
  /** API instants; empty for no bound. */
  readonly starts_at: string;
  readonly ends_at: string;
  /** Empty for everybody. */
  readonly group_id: string;
  readonly min_score: string;
  readonly prizes: readonly PrizeDraft[];
  /** Empty for none. */
  readonly campaign_id: string;
}

export const leaderboardDraft = (board: Leaderboard | undefined): LeaderboardDraft => ({
  name: board?.name ?? '',
  key: board?.key ?? '',
  description: board?.description ?? '',
  measure: board?.measure.type ?? 'EARNED',
  asset_id: board?.measure.type === 'EARNED' ? board.measure.asset_id : '',
  counter: board?.measure.type === 'COUNTER' ? board.measure.key : '',
  challenge_id: board?.measure.type === 'CHALLENGE' ? board.measure.challenge_id : '',
  period: board?.period ?? 'QUARTER',
  starts_at: board?.starts_at ?? '',
  ends_at: board?.ends_at ?? '',
  group_id: board?.group_id ?? '',
  min_score: board?.min_score ?? '',
  prizes: board?.prizes.map(({ from_rank, to_rank, name }) => ({ from: String(from_rank), to: String(to_rank), name })) ?? [
    { from: '1', to: '1', name: 'Gold' },
  ],
  campaign_id: board?.campaign_id ?? '',
});

const prizesOf = ({ prizes }: LeaderboardDraft): CreateLeaderboard['prizes'] =>
  prizes.map(({ from, to, name }) => ({ from_rank: numberOf(from), to_rank: numberOf(to), name: name.trim() }));

/** What can change later; the end only where there is no period. */
export const changeableOf = (draft: LeaderboardDraft) => ({
  name: draft.name.trim(),
  description: draft.description.trim() || null,
  prizes: prizesOf(draft),
  campaign_id: draft.campaign_id || null,
  ...(draft.period === 'NONE' ? { ends_at: draft.ends_at || null } : {}),
});

function measureOf({ measure, asset_id, counter, challenge_id }: LeaderboardDraft): Leaderboard['measure'] {
  switch (measure) {
    case 'EARNED':
      return { type: measure, asset_id };
    case 'COUNTER':
      return { type: measure, key: counter.trim() };
    case 'CHALLENGE':
      return { type: measure, challenge_id };
  }
}

/** Whether it is said what is measured. */
export const isMeasured = (draft: LeaderboardDraft): boolean => Object.values(measureOf(draft)).every((part) => part !== '');

/** Everything but the program and the key. */
export const termsOf = (draft: LeaderboardDraft): Omit<CreateLeaderboard, 'program_id' | 'key'> => ({
  ...changeableOf(draft),
  measure: measureOf(draft),
  period: draft.period,
  ...(draft.period === 'NONE' && draft.starts_at !== '' ? { starts_at: draft.starts_at } : {}),
  group_id: draft.group_id || null,
  min_score: draft.min_score.trim() || null,
});
