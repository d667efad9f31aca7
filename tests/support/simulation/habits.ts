/** Sets the size and mix of a simulated life: long lives have some of everything, brief ones much of a few things. */
import type { Dice } from '../dice';
import { KINDS, type Kind } from './deeds';

export interface Habits {
  readonly clients: number;
  /** Per client. */
  readonly leastDeeds: number;
  readonly mostDeeds: number;
  readonly kinds: readonly Kind[];
  /** Number of people that deeds concern. */
  readonly people: number;
  readonly workers: number;
  /** Job batch size of a worker. */
  readonly batch: number;
  /** Turns a worker yields after it found nothing to do. */
  readonly idleTurns: number;
}

export const EVERYTHING: Habits = { clients: 3, leastDeeds: 5, mostDeeds: 12, kinds: KINDS, people: 4, workers: 2, batch: 5, idleTurns: 0 };

/** Brief lives concentrate on few kinds of deeds and few people, so that rare interactions between them come up. */
export const briefHabits = (dice: Dice): Habits => ({
  clients: dice.between(2, 3),
  leastDeeds: 1,
  mostDeeds: dice.between(2, 3),
  kinds: Array.from({ length: dice.one([1, 2, 3, 8]) }, () => dice.one(KINDS)),
  people: dice.one([1, 2, 4]),
  workers: dice.between(1, 2),
  batch: dice.one([1, 5]),
  // Otherwise most steps of so short a life would find nothing to do yet.
  idleTurns: 3,
});
