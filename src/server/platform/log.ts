/**
 * Provides the process log: JSON lines in production, readable lines in development. Production lines are written in batches,
 * within a tenth of a second and before the process exits; warnings and errors are written at once.
 */
import pino, { type Logger, type LoggerOptions } from 'pino';
import pretty from 'pino-pretty';
import { env } from '@/env';
import { singleton } from '@/server/platform/singleton';

export function log(): Logger {
  return singleton('log', () => {
    const { LOG_LEVEL, NODE_ENV } = env();
    const options = { level: LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime };
    if (NODE_ENV === 'development') return pino(options, pretty({ sync: true, singleLine: true, ignore: 'pid,hostname' }));
    return NODE_ENV === 'production' ? gathered(options) : pino(options);
  });
}

const TOGETHER_BYTES = 32_768;
const AT_LEAST_EVERY_MS = 100;
const WARN = 40;

function gathered(options: LoggerOptions): Logger {
  const lines = pino.destination({ minLength: TOGETHER_BYTES, maxWrite: 2 * TOGETHER_BYTES, sync: true });
  // Not `flushSync`, which would block all requests while it waits for the disk.
  setInterval(() => lines.flush(), AT_LEAST_EVERY_MS).unref();
  process.on('exit', () => lines.flushSync());
  const hooks: LoggerOptions['hooks'] = {
    logMethod(args, method, level) {
      method.apply(this, args);
      if (level >= WARN) lines.flush();
    },
  };
  return pino({ ...options, hooks }, lines);
}

/** Logs only warnings and errors while `work` runs, so that its own progress stays readable; a configured level is left alone. */
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
