import { expect, test } from 'vitest';
import { writeBehind } from '@/server/services/events/write-behind';

/** Records what happens, and lets each part be written in two steps. */
function stage(unwritable: string | null = null) {
  const steps: string[] = [];
  const write = async (part: string): Promise<void> => {
    steps.push(`write ${part}`);
    await new Promise(setImmediate);
    if (part === unwritable) throw new Error(`${part} is refused`);
    steps.push(`${part} written`);
  };
  return { steps, write };
}

async function* made(steps: string[], parts: readonly string[], end?: AbortSignal) {
  for (const part of parts) {
    end?.throwIfAborted();
    steps.push(`make ${part}`);
    await Promise.resolve();
    if (part === 'unmakeable') throw new Error('nobody can make it');
    yield part;
  }
}

test('parts are written one after the other in their order, each while the next is made', async () => {
  const { steps, write } = stage();
  await writeBehind(() => made(steps, ['a', 'b', 'c']), write);
  expect(steps).toEqual(['make a', 'write a', 'make b', 'a written', 'write b', 'make c', 'b written', 'write c', 'c written']);
});

test('a part that cannot be written ends what is being made with its own failure, however long that would take', async () => {
  const { steps, write } = stage('a');
  const endless = async function* (broken: AbortSignal) {
    yield* made(steps, ['a']);
    for (;;) {
      await new Promise(setImmediate);
      broken.throwIfAborted();
    }
  };
  await expect(writeBehind(endless, write)).rejects.toThrow('a is refused');
  expect(steps).toEqual(['make a', 'write a']);
});

test('a last part that cannot be written fails the whole', async () => {
  const { steps, write } = stage('b');
  await expect(writeBehind(() => made(steps, ['a', 'b']), write)).rejects.toThrow('b is refused');
});

test('what cannot be made fails the whole once nothing is being written any more', async () => {
  const { steps, write } = stage();
  await expect(writeBehind(() => made(steps, ['a', 'unmakeable', 'c']), write)).rejects.toThrow('nobody can make it');
  expect(steps).toEqual(['make a', 'write a', 'make unmakeable', 'a written']);
});

test('of two failures at once the one of what is made is told, and the other is not left unheard', async () => {
  const { steps, write } = stage('a');
  await expect(writeBehind(() => made(steps, ['a', 'unmakeable']), write)).rejects.toThrow('nobody can make it');
});
