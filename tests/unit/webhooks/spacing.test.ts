import { expect, test } from 'vitest';
import { Spacing } from '@/server/services/webhooks/spacing';

const INTERVAL_MS = 40;
/** Timers may be early by less than this. */
const EARLY_MS = 2;

test('who comes first goes on in the same turn, with all who come in it; who comes soon after waits for the rest of the interval', async () => {
  const spacing = new Spacing(INTERVAL_MS);
  const went: string[] = [];
  const come = (name: string): Promise<void> => spacing.turn().then(() => void went.push(name));
  const nextTurn = new Promise<void>((resolve) => void setImmediate(() => setImmediate(resolve)));
  await Promise.all([...['first', 'second'].map(come), nextTurn.then(() => void went.push('turn'))]);
  expect(went).toEqual(['first', 'second', 'turn']);
  const begun = performance.now();
  const third = come('third');
  const fourth = new Promise((resolve) => setImmediate(() => resolve(come('fourth'))));
  await third;
  expect(performance.now() - begun).toBeGreaterThan(INTERVAL_MS / 2 - EARLY_MS);
  await fourth;
  expect(went.slice(3)).toEqual(['third', 'fourth']);
});

test('who comes after a while without any does not wait', async () => {
  const spacing = new Spacing(EARLY_MS);
  await spacing.turn();
  await spacing.turn();
  await new Promise<void>((resolve) => {
    const until = performance.now() + EARLY_MS;
    const look = (): void => void (performance.now() > until ? resolve() : setImmediate(look));
    look();
  });
  const went: string[] = [];
  const nextTurn = new Promise<void>((resolve) => void setImmediate(() => setImmediate(resolve)));
  await Promise.all([spacing.turn().then(() => void went.push('turn taken')), nextTurn.then(() => void went.push('next turn'))]);
  expect(went).toEqual(['turn taken', 'next turn']);
});
