/** Decides what prizes a leaderboard may have: each rank has at most one. */
import { DomainError } from '@/domain/errors';
import type { Prize } from './leaderboard';

/** @throws DomainError validation_error for ranks that end before they begin, or that two prizes share. */
export function assertPrizesSound(prizes: readonly Prize[]): void {
  for (const [place, { from_rank, to_rank }] of prizes.entries()) {
    if (to_rank < from_rank) refuse(`prizes[${place}].to_rank`, 'Ranks must not end before they begin.');
    const other = prizes.slice(0, place).find((earlier) => earlier.from_rank <= to_rank && from_rank <= earlier.to_rank);
    if (other) refuse(`prizes[${place}].from_rank`, `A rank has at most one prize, and \`${other.name}\` has some of these ranks already.`);
  }
}

function refuse(field: string, message: string): never {
  throw new DomainError('validation_error', `\`${field}\`: ${message}`, {
    param: field,
    fields: [{ field, message, reason: 'out_of_range' }],
  });
}
