/**
 * Defines a job: background work whose queue is database rows. Every job handles the same rows the same way, whoever runs it
 * (the embedded runner, Inngest, or a sandbox clock being moved).
 */
import type { Clock } from './context';
import type { JobName } from './wake';

/** One organization, with its clock standing at `now` while its due work is done. */
export interface JobScope {
  readonly id: string;
  readonly now: Date;
}

export interface JobRun {
  /** Real time. A row is due once its due time has come on its organization's clock: real time plus `clock_offset_ms`. */
  readonly clock: Clock;
  /**
   * Restricts the run to this organization's rows, and dates everything that happens `organization.now`. Absent: every
   * organization except those whose clock is being moved (`NOT_BEING_ADVANCED`).
   */
  readonly organization?: JobScope;
  /** Restricts the run to the rows of this lane (`Job.lanes`). Absent: all lanes. */
  readonly lane?: string | undefined;
  /** The number of rows that may be in progress at once; a job that works on several shares of them side by side may take as many of each. */
  readonly limit: number;
  /** Aborted when the process is shutting down: start nothing new, finish what has begun. */
  readonly signal: AbortSignal;
  /**
   * Aborted some time after `signal`, when the process stops waiting: outgoing calls are cut short, batches rolled back and
   * leases released, so that another process can take over at once.
   */
  readonly ending?: AbortSignal | undefined;
}

export interface JobOutcome {
  /** Rows worked on, whatever the outcome. */
  readonly performed: number;
  /** What a clock's move counts of it, where that is not the number of rows. */
  readonly counted?: number;
  /** Whether more rows may be due right now. */
  readonly more: boolean;
}

/** How a job's work divides into lanes, each standing for one row of another table (a program, an endpoint). */
export interface Lanes {
  /** The column that identifies a lane. */
  readonly key: 'program_id' | 'endpoint_id';
  /** The lanes that have due rows. @param now real time. */
  due(now: Date): Promise<readonly string[]>;
}

export interface Job {
  readonly name: JobName;
  /** What it does, in words for people. */
  readonly title: string;
  run(options: JobRun): Promise<JobOutcome>;
  /** How far apart its sweeps may be, where nobody waits for its work; otherwise as the engine sees fit. */
  readonly sweepMs?: number;
  /** For an engine that limits concurrency per lane; the job itself respects its lanes whoever runs it. */
  readonly lanes?: Lanes;
  /**
   * The real time at which the next row of any organization falls due, up to `until`. Used by an engine whose sweeps are far
   * apart; without it, such a row waits for the next sweep.
   */
  nextWake?(until: Date): Promise<Date | null>;
}

/** A job whose rows fall due on their organization's clock, so that moving the clock must run it. */
export interface ClockJob extends Job {
  /** The name under which its work is counted when a sandbox clock is moved. */
  readonly counter: string;
  /**
   * When an organization's next row falls due, up to and including `until`, on that organization's clock; null when none does.
   * Rows that are being worked on right now count as due.
   */
  nextDue(organizationId: string, until: Date): Promise<Date | null>;
  nextWake(until: Date): Promise<Date | null>;
}
