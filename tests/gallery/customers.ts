/** The customers of the shops: who they are, when they came, and how they buy. */
import { Dice } from '../support/dice';

const FIRST = [
  'Amelia', 'Anton', 'Beatriz', 'Bruno', 'Chiara', 'Clement', 'Daria', 'David', 'Elif', 'Emil', 'Esther', 'Farid', 'Freya', 'Gwen', 'Hanna',
  'Henrik', 'Ines', 'Ivo', 'Jana', 'Jonas', 'Karim', 'Katja', 'Leon', 'Lucia', 'Magnus', 'Mila', 'Nadia', 'Noah', 'Olga', 'Oscar',
]; // prettier-ignore
const LAST = [
  'Abbott', 'Bauer', 'Costa', 'Dahl', 'Eriksen', 'Fontaine', 'Garcia', 'Hoffmann', 'Ivanova', 'Jansen', 'Kaya', 'Lindqvist', 'Moreau', 'Novak',
  'Okafor', 'Petrov', 'Quinn', 'Rossi', 'Silva', 'Tanaka', 'Ueda', 'Vogel', 'Weber', 'Yilmaz', 'Zimmer',
]; // prettier-ignore
const CITIES = ['Aarhus', 'Bremen', 'Ghent', 'Leeds', 'Lyon', 'Porto', 'Turin', 'Utrecht'] as const;

export const CUSTOMERS = 120;

export interface Customer {
  readonly external_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly display_name: string;
  readonly email: string;
  readonly city: string;
  readonly newsletter: boolean;
  /** In which part of the year they come, from 0 to 1. */
  readonly joins: number;
  /** Purchases in a week. */
  readonly pace: number;
  /** What a purchase comes to, about. */
  readonly basket: number;
  readonly program: 'POINTS' | 'CASHBACK';
}

/** The same customers in every run; a few of them buy most. */
export function customers(seed: number): Customer[] {
  const dice = new Dice(seed);
  return Array.from({ length: CUSTOMERS }, (_, index) => {
    const first_name = FIRST[index % FIRST.length]!;
    const last_name = LAST[(index * 7 + Math.floor(index / FIRST.length)) % LAST.length]!;
    const regular = dice.chance(0.15);
    return {
      external_id: `c-${10_400 + index * 7}`,
      first_name,
      last_name,
      display_name: `${first_name} ${last_name}`,
      email: `${first_name}.${last_name}@example.com`.toLowerCase(),
      city: dice.one(CITIES),
      newsletter: dice.chance(0.4),
      joins: dice.next() ** 1.6 * 0.98,
      pace: regular ? 1.1 + dice.next() : 0.15 + dice.next() * 0.5,
      basket: dice.between(18, 70),
      program: index % 5 < 3 ? 'POINTS' : 'CASHBACK',
    };
  });
}
