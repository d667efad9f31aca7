/**
 * Lets actors go on one step at a time, in an order that a seed decides: a step is a statement for the database or a
 * pause. Between any two steps a connection may be cut, a process may die, and clocks may jump. Who waits for a lock
 * waits in Postgres itself, so that the same seed always takes the same way.
 */
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Dice } from '../dice';
import { connecting, under, type Keeper } from './gate';
import { isLost, type Losses } from './losses';
import type { Misfortune, Misfortunes } from './misfortunes';
import type { Monitor } from './monitor';
import type { Post } from './post';

/** A statement that takes longer may be waiting for a lock. */
const SWIFT_MS = 3;
const PATIENCE_MS = 20_000;
/** Of the event loop, in which whoever can go on comes to their next statement. */
const TURNS = 2;
/** In which an answer that has arrived is read. */
const TURNS_TO_READ = 20;
/** After which whoever still does nothing must be waiting for somebody else. */
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

/** A statement that Postgres works on. */
interface UnderWay {
  readonly ticket: Ticket;
  settled: Promise<void>;
  /** It waits for a lock. */
  isBlocked: boolean;
  /** It has to wait, also when it gets its lock. */
  isFrozen: boolean;
}

/** The connection of somebody was cut, or their process ended; what they had begun may or may not have been done. */
class Interrupted extends Error {}

/** Whether a failure is nobody's fault. */
export const isInterruption = (error: unknown): boolean =>
  error instanceof Interrupted ||
  (error instanceof Error &&
    /^(Connection terminated|terminating connection|Client has encountered a connection error)/.test(error.message));

/** Whoever acts: their statements and pauses are held until it is their turn. */
export class Actor implements Keeper {
  readonly tickets: Ticket[] = [];
  isDone = false;
  /** How far their clock is off. */
  skewMs = 0;
  /** The process that works for them is dead: nothing that it still asks for arrives. */
  isDead = false;

  constructor(
    readonly name: string,
    private readonly scheduler: Scheduler,
  ) {}

  now(): Date {
    return new Date(this.scheduler.now + this.skewMs);
  }

  /** Work of one process, which may die in it; afterwards another one takes its place. */
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
  /** In milliseconds since 1970. */
  readonly beginning: number;
}

export class Scheduler {
  readonly trace: string[] = [];
  private readonly actors: Actor[] = [];
  private readonly underWay = new Set<UnderWay>();

  private readonly dice: Dice;
  private readonly monitor: Monitor;
  private readonly misfortunes: Misfortunes;
  /** In milliseconds since 1970: the true time, from which each clock may be off. */
  now: number;

  constructor(private readonly settings: SchedulerSettings) {
    ({ dice: this.dice, monitor: this.monitor, misfortunes: this.misfortunes, beginning: this.now } = settings);
  }

  actor(name: string): Actor {
    const made = new Actor(name, this);
    this.actors.push(made);
    return made;
  }

  /** Runs what each actor does until all are done. @throws what one of them throws. */
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
      // What one of them does side by side comes in the order in which connections were free, which no seed decides.
      tickets.filter(({ client }) => client === null || !busy.has(client)).sort((a, b) => (a.what < b.what ? -1 : a.what > b.what ? 1 : 0)),
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

  /** Of several that wait for what a step may give back, the one that began first goes first, and not whoever Postgres wakes first. */
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
   * Until nothing goes on by itself: no webhook is on its way, no connection is being made, and every actor is done, or
   * waits for its turn, for a lock, or for another actor whose transaction does their work too.
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
      // What it held may be what somebody waits for.
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

  /** Until Postgres has answered every statement but those that wait for a lock. */
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

  /** Ends the connection, wholly, before anybody goes on: what it had not committed is gone by then. */
  private async interrupt({ actor, client, fail }: Ticket, misfortune: Misfortune): Promise<void> {
    if (misfortune.startsWith('DEATH')) actor.isDead = true;
    await this.settings.losses.lose(client!);
    fail(new Interrupted('Connection terminated unexpectedly'));
  }
}
