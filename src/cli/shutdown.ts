/**
 * Starts the parts of the service in order and ends them, last first, within ten seconds, however the
 * end was requested; a second request ends the process at once.
 */
import { messageOf } from '../domain/thrown';

/** Ctrl-C reaches this process from the terminal and again through npm; a signal this soon after the first is the same key press. */
const SAME_REQUEST_MS = 1_000;
const LIMIT_MS = 9_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The end was requested while the service was still starting. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

export interface StartedPart<T> {
  readonly name: string;
  start(): Promise<T>;
  stop?(started: T): Promise<unknown> | unknown;
  /** Ends at once, synchronously, what would outlive the process. */
  kill?(): void;
}

interface Closer {
  readonly name: string;
  close(): Promise<unknown>;
  kill?(): void;
}

export class Shutdown {
  private readonly closers: Closer[] = [];
  private endingSince: number | null = null;
  private readonly report: (sentence: string) => void;
  private readonly exit: (code: number) => void;

  constructor(report: (sentence: string) => void, exit: (code: number) => void) {
    this.report = report;
    this.exit = exit;
  }

  get ending(): boolean {
    return this.endingSince !== null;
  }

  /**
   * Starts a part and remembers how to end it; an end requested meanwhile waits for the start.
   * @throws Interrupted when the end was requested before.
   */
  async begin<T>(part: StartedPart<T>): Promise<T> {
    if (this.ending) throw new Interrupted();
    const started = part.start();
    this.closers.unshift({
      name: part.name,
      kill: part.kill,
      close: () =>
        started.then(
          (value) => part.stop?.(value),
          () => undefined,
        ),
    });
    return started;
  }

  /** Ends everything on Ctrl-C, SIGTERM or SIGHUP, and when the parent process is gone. */
  listen(): void {
    for (const signal of SIGNALS) process.on(signal, () => this.request());
    process.on('disconnect', () => this.request());
    // A library that ends the process itself must not leave a database running.
    process.on('exit', () => this.killAll());
  }

  private request(): void {
    if (this.endingSince === null) {
      void this.end(0);
    } else if (performance.now() - this.endingSince > SAME_REQUEST_MS) {
      this.killAll();
      this.exit(1);
    }
  }

  /** Ends every part, then the process with `code`; a part that fails to end is reported and skipped. Later calls do nothing. */
  async end(code: number): Promise<void> {
    if (this.ending) return;
    this.endingSince = performance.now();
    const timer = setTimeout(() => {
      this.report('Not everything could be shut down within 9 seconds; ending now.');
      this.killAll();
      this.exit(1);
    }, LIMIT_MS);
    for (let closer = this.closers[0]; closer; closer = this.closers[0]) {
      try {
        await closer.close();
      } catch (error) {
        closer.kill?.();
        this.report(`While shutting down ${closer.name}: ${messageOf(error)}`);
      }
      this.closers.splice(this.closers.indexOf(closer), 1);
    }
    clearTimeout(timer);
    this.exit(code);
  }

  private killAll(): void {
    for (const closer of this.closers) closer.kill?.();
  }
}
