/** Generates load from a separate process, on a number of connections, for a time, at a rate or not, or a number of requests. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Load {
  readonly origin: string;
  readonly method: 'GET' | 'POST';
  /** `{unique}` becomes a different text in each request, `{member}` a number below `members`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `{events}` becomes a list of `batch` copies of `event`. */
  readonly body?: string;
  readonly event?: string;
  readonly batch?: number;
  readonly members: number;
  readonly connections: number;
  readonly seconds?: number;
  readonly requests?: number;
  /** A steady rate to keep for `seconds`; as fast as the answers come when absent. */
  readonly perSecond?: number;
}

export interface Loaded {
  readonly requests: number;
  readonly seconds: number;
  /** Of each answer, in the order of the requests; only with `perSecond`. */
  readonly milliseconds: readonly number[];
}

/**
 * @param begin called when the process stands ready and is told to begin; its start is not part of what is measured.
 * @throws Error when a request does not succeed.
 */
export async function load(plan: Load, begin: () => void = () => undefined): Promise<Loaded> {
  const child = fork(fileURLToPath(new URL('./load-process.ts', import.meta.url)), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  await once(child, 'message');
  begin();
  child.send(plan);
  const answer = await Promise.race([once(child, 'message'), ended.then(() => null)]);
  await ended;
  if (answer === null) throw new Error('The process that makes the load ended without an answer.');
  const [result] = answer as [Loaded | { failed: string }];
  if ('failed' in result) throw new Error(result.failed);
  return result;
}

/** Requests per second. */
export const rateOf = async (plan: Load): Promise<number> => {
  const { requests, seconds } = await load(plan);
  return requests / seconds;
};
