import { expect, test } from 'vitest';
import { Coalescer, Coalescers } from '@/server/platform/coalescer';

/** Work that ends on demand and records its input. */
function held() {
  const batches: (readonly string[])[] = [];
  const ends: (() => void)[] = [];
  const work = (items: readonly string[]): Promise<string[]> => {
    batches.push(items);
    return new Promise((resolve, reject) => {
      ends.push(() => (items.includes('poison') ? reject(new Error('refused')) : resolve(items.map((item) => `${item} done`))));
    });
  };
  /** Ends running work, and what follows it, until none is running. */
  const endAll = async (): Promise<void> => {
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await new Promise(setImmediate);
      for (let end = ends.shift(); end; end = ends.shift()) {
        end();
        quiet = 0;
      }
    }
  };
  return { batches, work, endAll };
}

test('what is asked for in one turn, and while the last time is under way, is done together, and each gets its own answer', async () => {
  const { batches, work, endAll } = held();
  const coalescer = new Coalescer(work, 10);
  const first = [coalescer.add('a'), coalescer.add('b')];
  await new Promise(setImmediate);
  const second = [coalescer.add('c'), coalescer.add('d'), coalescer.add('e')];
  await endAll();
  expect(await Promise.all([...first, ...second])).toEqual(['a done', 'b done', 'c done', 'd done', 'e done']);
  expect(batches).toEqual([
    ['a', 'b'],
    ['c', 'd', 'e'],
  ]);
});

test('nobody is answered before the work is done', async () => {
  const { work, endAll } = held();
  let answered = false;
  const waiting = new Coalescer(work, 10).add('a').then(() => (answered = true));
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
  expect(answered).toBe(false);
  await endAll();
  await waiting;
});

test('no more than the most are done together, in the order in which they were asked for', async () => {
  const { batches, work, endAll } = held();
  const coalescer = new Coalescer(work, 2);
  const all = Promise.all(['a', 'b', 'c', 'd', 'e'].map((item) => coalescer.add(item)));
  await endAll();
  await all;
  expect(batches).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
});

test('up to as many batches as are allowed run side by side, and what arrives meanwhile waits for the first that ends', async () => {
  const { batches, work, endAll } = held();
  const coalescer = new Coalescer(work, 10, 2);
  const all: Promise<string>[] = [];
  for (const item of ['a', 'b', 'c', 'd']) {
    all.push(coalescer.add(item));
    await new Promise(setImmediate);
  }
  expect(batches).toEqual([['a'], ['b']]);
  await endAll();
  expect(await Promise.all(all)).toEqual(['a done', 'b done', 'c done', 'd done']);
  expect(batches).toEqual([['a'], ['b'], ['c', 'd']]);
});

test('what fails together is done again one by one, and only what fails alone is refused', async () => {
  const { batches, work, endAll } = held();
  const coalescer = new Coalescer(work, 10);
  const all = Promise.allSettled(['a', 'poison', 'b'].map((item) => coalescer.add(item)));
  await endAll();
  expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(batches).toEqual([['a', 'poison', 'b'], ['a'], ['poison'], ['b']]);
  const next = coalescer.add('c');
  await endAll();
  expect(await next).toBe('c done');
});

test('lanes do not wait for each other, and one that ran empty is begun anew', async () => {
  const { batches, work, endAll } = held();
  const lanes = new Coalescers(work, 10);
  const first = [lanes.add('x', 'a'), lanes.add('y', 'b')];
  await new Promise(setImmediate);
  expect(batches).toEqual([['a'], ['b']]);
  await endAll();
  expect(await Promise.all(first)).toEqual(['a done', 'b done']);
  const again = lanes.add('x', 'c');
  await endAll();
  expect(await again).toBe('c done');
});
