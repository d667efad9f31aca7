/** What a simulated life is made of: long ones of everything, brief ones of little, of which each then has the more. */
import type { Dice } from '../dice';
import { KINDS, type Kind } from './deeds';

export interface Habits {
  readonly clients: number;
  /** Of each client. */
  readonly leastDeeds: number;
  readonly mostDeeds: number;
  readonly kinds: readonly Kind[];
  /** So many of them are spoken of. */
  readonly people: number;
  readonly workers: number;
  /** How much a worker takes on at a time. */
  readonly batch: number;
  /** How many turns it lets others have after it found nothing to do. */
  readonly idleTurns: number;
}

export const EVERYTHING: Habits = { clients: 3, leastDeeds: 5, mostDeeds: 12, kinds: KINDS, people: 4, workers: 2, batch: 5, idleTurns: 0 };

/** What only few kinds of deeds and few people bring about comes up in lives that have no others. */
export const briefHabits = (dice: Dice): Habits => ({
  clients: dice.between(2, 3),
  leastDeeds: 1,
  mostDeeds: dice.between(2, 3),
  kinds: Array.from({ length: dice.one([1, 2, 3, 8]) }, () => dice.one(KINDS)),
  people: dice.one([1, 2, 4]),
  workers: dice.between(1, 2),
  batch: dice.one([1, 5]),
  // Else most steps of so short a life would find that there is nothing yet.
  idleTurns: 3,
});
