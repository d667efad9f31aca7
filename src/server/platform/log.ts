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

const TOGETHER_LENGTH = 32_768;
const AT_LEAST_EVERY_MS = 100;
const WARN = 40;

function gathered(options: LoggerOptions): Logger {
  const output = pino.destination({ sync: true });
  const lines = new GatheredLines((text) => output.write(text));
  setInterval(() => lines.flush(), AT_LEAST_EVERY_MS).unref();
  process.on('exit', () => {
    lines.flush();
    output.flushSync();
  });
  const hooks: LoggerOptions['hooks'] = {
    logMethod(args, method, level) {
      method.apply(this, args);
      if (level >= WARN) lines.flush();
    },
  };
  return pino({ ...options, hooks }, lines);
}

/** Lines that are written together. The destination of pino can gather them too, but copies all that it holds with each line that comes. */
class GatheredLines {
  private lines: string[] = [];
  private length = 0;

  constructor(private readonly output: (text: string) => void) {}

  write(line: string): void {
    this.lines.push(line);
    this.length += line.length;
    if (this.length >= TOGETHER_LENGTH) this.flush();
  }

  flush(): void {
    if (this.lines.length === 0) return;
    const together = this.lines.join('');
    this.lines = [];
    this.length = 0;
    this.output(together);
  }
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
