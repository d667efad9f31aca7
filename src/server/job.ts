/**
 * What a job is: work whose queue is rows. Every job does the same rows the same way whoever calls
 * it (the embedded runner, Inngest, or a sandbox clock that is being moved).
 */
import type { Clock } from './context';
import type { JobName } from './wake';

/** One organization, whose clock stands at `now` while its due work is done. */
export interface JobScope {
  readonly id: string;
  readonly now: Date;
}

export interface JobRun {
  /** Real time. A row is due once its due time has come on the clock of its organization: real time plus `clock_offset_ms`. */
  readonly clock: Clock;
  /**
   * Only this organization's rows, all of what happens being dated `organization.now`. Absent: every
   * organization except those whose clock is being moved at the moment (`NOT_BEING_ADVANCED`).
   */
  readonly organization?: JobScope;
  /** Only the rows of this lane (`Job.lanes`). Absent: of all. */
  readonly lane?: string | undefined;
  /** Rows that may be in hand at once. */
  readonly limit: number;
  /** Aborted when the process is to end: take on nothing new, finish what is begun. */
  readonly signal: AbortSignal;
  /**
   * Aborted, some time after `signal`, when the process waits no longer: calls to others are cut short,
   * batches rolled back and leases given back, so that another process can go on at once.
   */
  readonly ending?: AbortSignal | undefined;
}

export interface JobOutcome {
  /** Rows worked on, whatever came of them. */
  readonly performed: number;
  /** Whether more rows may be due right now. */
  readonly more: boolean;
}

/** How the work of a job falls apart into lanes, each of which is one row of another table (a program, an endpoint). */
export interface Lanes {
  /** What the id of a lane is called. */
  readonly key: 'program_id' | 'endpoint_id';
  /** Lanes with due rows. @param now real time. */
  due(now: Date): Promise<readonly string[]>;
}

export interface Job {
  readonly name: JobName;
  /** What it does, for people. */
  readonly title: string;
  run(options: JobRun): Promise<JobOutcome>;
  /** For an engine that bounds concurrency lane by lane; the job itself respects the lanes whoever calls it. */
  readonly lanes?: Lanes;
  /**
   * The real time at which the next row of any organization falls due, up to `until`. Asked by an
   * engine whose sweeps are far apart; without it, such a row waits for the sweep.
   */
  nextWake?(until: Date): Promise<Date | null>;
}

/** A job whose rows fall due on the clock of their organization, and which moving that clock therefore does. */
export interface ClockJob extends Job {
  /** Under which name its work is counted when a sandbox clock is moved. */
  readonly counter: string;
  /**
   * When the next row of an organization falls due, up to and including `until`, on that
   * organization's clock; null when none does. Rows that someone is working on right now count as due.
   */
  nextDue(organizationId: string, until: Date): Promise<Date | null>;
  nextWake(until: Date): Promise<Date | null>;
}
