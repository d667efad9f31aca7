/**
 * Runs actors one step at a time, in an order that a seed decides: a step is a database statement or a pause. Between
 * any two steps a connection may be cut, a process may die, and clocks may jump. Lock waits are real ones in Postgres,
 * kept in a fixed order so that a seed always replays the same way.
 */
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Dice } from '../dice';
import { connecting, under, type Keeper } from './gate';
import { isLost, type Losses } from './losses';
import type { Misfortune, Misfortunes } from './misfortunes';
import type { Monitor } from './monitor';
import type { Post } from './post';

/** A slower statement may be waiting for a lock. */
const SWIFT_MS = 3;
const PATIENCE_MS = 20_000;
/** Event-loop turns within which a runnable actor reaches its next statement. */
const TURNS = 2;
/** Event-loop turns within which an answer that has arrived is read. */
const TURNS_TO_READ = 20;
/** Event-loop turns after which an idle actor must be waiting for another one. */
const TURNS_TO_JOIN = 30;
const SHOWN = 60;

interface Ticket {
  readonly actor: Actor;
  /** Null for a pause. */
  readonly client: pg.Client | null;
  readonly what: string;
  perform(): Promise<unknown>;
  answer(result: unknown): void;
  fail(error: unknown): void;
}

/** A statement that Postgres is executing. */
interface UnderWay {
  readonly ticket: Ticket;
  settled: Promise<void>;
  /** Waiting for a lock, or suspended. */
  isBlocked: boolean;
  /** Suspended, even if its lock is granted. */
  isFrozen: boolean;
}

/** A connection was cut or a process died; the statement may or may not have taken effect. */
class Interrupted extends Error {}

/** Whether a failure is a simulated misfortune rather than a fault. */
export const isInterruption = (error: unknown): boolean =>
  error instanceof Interrupted ||
  (error instanceof Error &&
    /^(Connection terminated|terminating connection|Client has encountered a connection error)/.test(error.message));

/** A client or worker whose statements and pauses are held until its turn. */
export class Actor implements Keeper {
  readonly tickets: Ticket[] = [];
  isDone = false;
  /** How far its clock is off. */
  skewMs = 0;
  /** Its process is dead: nothing it still sends arrives. */
  isDead = false;

  constructor(
    readonly name: string,
    private readonly scheduler: Scheduler,
  ) {}

  now(): Date {
    return new Date(this.scheduler.now + this.skewMs);
  }

  /** Runs the work of one process, which may die meanwhile; a new process then takes its place. */
  async inProcess<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.isDead = false;
    }
  }

  statement(client: pg.Client, text: string, perform: () => Promise<unknown>): Promise<unknown> {
    return this.wait(client, text.replaceAll(/\s+/g, ' ').trim().slice(0, SHOWN), perform);
  }

  elapsedMs(): number {
    return this.scheduler.now;
  }

  async pause(): Promise<void> {
    await this.wait(null, 'pause', () => Promise.resolve());
  }

  private wait(client: pg.Client | null, what: string, perform: () => Promise<unknown>): Promise<unknown> {
    return new Promise((answer, fail) => this.tickets.push({ actor: this, client, what, perform, answer, fail }));
  }
}

export interface SchedulerSettings {
  readonly dice: Dice;
  readonly monitor: Monitor;
  readonly post: Post;
  readonly misfortunes: Misfortunes;
  readonly losses: Losses;
  /** Unix time in milliseconds. */
  readonly beginning: number;
}

export class Scheduler {
  readonly trace: string[] = [];
  private readonly actors: Actor[] = [];
  private readonly underWay = new Set<UnderWay>();

  private readonly dice: Dice;
  private readonly monitor: Monitor;
  private readonly misfortunes: Misfortunes;
  /** True time, in Unix milliseconds, from which each actor's clock may be off. */
  now: number;

  constructor(private readonly settings: SchedulerSettings) {
    ({ dice: this.dice, monitor: this.monitor, misfortunes: this.misfortunes, beginning: this.now } = settings);
  }

  actor(name: string): Actor {
    const made = new Actor(name, this);
    this.actors.push(made);
    return made;
  }

  /** Runs all actors to completion. @throws the first error of any of them. */
  async run(deeds: readonly (readonly [Actor, () => Promise<void>])[]): Promise<void> {
    let failure: { readonly error: unknown } | null = null;
    for (const [actor, deed] of deeds) {
      void under(actor, deed)
        .catch((error: unknown) => void (failure ??= { error }))
        .finally(() => void (actor.isDone = true));
    }
    while (await this.step());
    if (failure) throw (failure as { readonly error: unknown }).error;
  }

  /** @returns false when all are done. */
  private async step(): Promise<boolean> {
    await this.rest();
    const busy = new Set([...this.underWay].map(({ ticket }) => ticket.client));
    const ready = this.actors.flatMap(({ tickets }) =>
      // One connection's statements run in the order in which they were sent. Those that an actor sends over several arrive in the order
      // in which connections became free, which the seed does not decide.
      tickets
        .filter(
          ({ client }, index) =>
            client === null || !(busy.has(client) || tickets.some((other, before) => before < index && other.client === client)),
        )
        .sort((a, b) => (a.what < b.what ? -1 : a.what > b.what ? 1 : 0)),
    );
    if (ready.length === 0) {
      if (this.underWay.size === 0 && this.actors.every(({ isDone }) => isDone)) return false;
      throw new Error(
        `nobody goes on: ` + `${[...this.underWay].map(({ ticket }) => ticket.what).join('; ')}: wait for locks that nobody gives back`,
      );
    }
    this.now += this.misfortunes.leap(this.dice);
    this.misfortunes.disturbClocks(this.dice, this.actors);
    await this.oneByOne(this.dice.one(ready));
    return true;
  }

  /** Wakes waiters for locks that this step may release in the order in which they began, not in the order Postgres would choose. */
  private async oneByOne(ticket: Ticket): Promise<void> {
    const [, ...others] = ticket.client === null ? [] : this.underWay;
    for (const statement of others) {
      statement.isFrozen = true;
      this.monitor.freeze(statement.ticket.client!);
    }
    try {
      await this.perform(ticket);
    } finally {
      for (const statement of others) {
        statement.isFrozen = false;
        this.monitor.thaw(statement.ticket.client!);
        await this.settle();
      }
    }
  }

  /**
   * Waits until nothing proceeds by itself: no webhook is in flight, no connection is being opened, and every actor is
   * done, or waits for its turn, for a lock, or for another actor whose transaction does its work too.
   */
  private async rest(): Promise<void> {
    const since = performance.now();
    for (let turns = 1; turns <= TURNS_TO_JOIN; turns++) {
      await nextTurn();
      if (this.settings.post.onItsWay + connecting > 0) turns = -TURNS_TO_READ;
      if (turns > TURNS && this.actors.every((actor) => actor.isDone || actor.tickets.length > 0 || this.isBlocked(actor))) return;
      if (performance.now() - since > PATIENCE_MS) throw new Error('a webhook or a connection is under way for ever');
    }
  }

  private isBlocked(actor: Actor): boolean {
    return [...this.underWay].some(({ ticket }) => ticket.actor === actor);
  }

  private async perform(ticket: Ticket): Promise<void> {
    const { actor, client } = ticket;
    actor.tickets.splice(actor.tickets.indexOf(ticket), 1);
    const misfortune = client === null ? null : actor.isDead ? 'DEATH BEFORE' : this.misfortunes.next(this.dice, actor);
    this.trace.push([actor.name, ticket.what, misfortune].filter(Boolean).join(' | '));
    if (client === null) return ticket.answer(undefined);
    if (isLost(client)) return ticket.fail(new Interrupted('Connection terminated unexpectedly'));
    if (misfortune?.endsWith('BEFORE')) {
      await this.interrupt(ticket, misfortune);
      // Another statement may be waiting for a lock that it held.
      return this.settle();
    }
    const statement: UnderWay = { ticket, isBlocked: false, isFrozen: false, settled: Promise.resolve() };
    this.underWay.add(statement);
    statement.settled = ticket
      .perform()
      .then((result) => (misfortune ? this.interrupt(ticket, misfortune) : ticket.answer(result)), ticket.fail)
      .finally(() => void this.underWay.delete(statement));
    await this.settle();
  }

  /** Waits until Postgres has answered every statement except those waiting for a lock. */
  private async settle(): Promise<void> {
    while (this.underWay.size > 0) {
      const free = [...this.underWay].filter(({ isBlocked }) => !isBlocked);
      if (free.length > 0) await Promise.race([Promise.all(free.map(({ settled }) => settled)), delay(SWIFT_MS)]);
      if (this.underWay.size === 0) return;
      const waiting = await this.monitor.waitingForLocks();
      for (const statement of this.underWay)
        statement.isBlocked = statement.isFrozen || waiting.has(this.monitor.processOf(statement.ticket.client!));
      if ([...this.underWay].every(({ isBlocked }) => isBlocked)) return;
    }
  }

  /** Ends the connection completely before anyone proceeds, so that uncommitted work is gone by then. */
  private async interrupt({ actor, client, fail }: Ticket, misfortune: Misfortune): Promise<void> {
    if (misfortune.startsWith('DEATH')) actor.isDead = true;
    await this.settings.losses.lose(client!);
    fail(new Interrupted('Connection terminated unexpectedly'));
  }
}
