/** Names the causes of notices: the same for the same cause, and different for any two. The statements that find causes write them alike. */

/** The level that somebody has, or would reach. */
interface OfLevel {
  readonly participantId: string;
  readonly tier: string;
  readonly level: string;
}

export const atRiskCause = ({ participantId, tier, level }: OfLevel, endsAt: Date): string =>
  `tier:${participantId}:${tier}:${level}:${endsAt.toISOString()}`;

export const challengeCause = (
  { participantId, challengeId }: { readonly participantId: string; readonly challengeId: string },
  endsAt: Date,
): string => `challenge:${participantId}:${challengeId}:${endsAt.toISOString()}`;

/** @param period the end of the qualification period; null: there is none. */
export const nearlyCause = ({ participantId, tier, level }: OfLevel, period: Date | null): string =>
  `nearly:${participantId}:${tier}:${level}:${period?.toISOString() ?? 'always'}`;
