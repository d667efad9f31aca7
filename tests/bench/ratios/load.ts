/** Load from a process of its own: as many requests as a number of connections get answered in a time, or until a number is done. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Load {
  readonly origin: string;
  readonly method: 'GET' | 'POST';
  /** `{unique}` is another text in each request, `{member}` a number below `members`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `{events}` is a list of `batch` times `event`. */
  readonly body?: string;
  readonly event?: string;
  readonly batch?: number;
  readonly members: number;
  readonly connections: number;
  readonly seconds?: number;
  readonly requests?: number;
}

export interface Loaded {
  readonly requests: number;
  readonly seconds: number;
}

/** @throws Error when a request is not answered with success. */
export async function load(plan: Load): Promise<Loaded> {
  const child = fork(fileURLToPath(new URL('./load-process.ts', import.meta.url)), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  await once(child, 'message');
  child.send(plan);
  const answer = await Promise.race([once(child, 'message'), ended.then(() => null)]);
  await ended;
  if (answer === null) throw new Error('The process that makes the load ended without an answer.');
  const [result] = answer as [Loaded | { failed: string }];
  if ('failed' in result) throw new Error(result.failed);
  return result;
}

/** Requests a second. */
export const rateOf = async (plan: Load): Promise<number> => {
  const { requests, seconds } = await load(plan);
  return requests / seconds;
};
