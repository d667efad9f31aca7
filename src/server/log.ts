/** The log of the process: JSON lines in production, readable lines in development. */
import pino, { type Logger } from 'pino';
import pretty from 'pino-pretty';
import { env } from '@/env';
import { singleton } from '@/server/singleton';

export function log(): Logger {
  return singleton('log', () => {
    const { LOG_LEVEL, NODE_ENV } = env();
    const options = { level: LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime };
    return NODE_ENV === 'development' ? pino(options, pretty({ sync: true, singleLine: true, ignore: 'pid,hostname' })) : pino(options);
  });
}

/** Tells of `work` only what goes wrong, so that its own progress can be read; a level that was asked for stays. */
export async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const logger = log();
  const level = logger.level;
  if (level === 'info') logger.level = 'warn';
  try {
    return await work();
  } finally {
    logger.level = level;
  }
}
