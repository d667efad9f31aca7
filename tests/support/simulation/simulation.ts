/**
 * Simulates one life of the service per seed: the real services on a real Postgres, driven concurrently by clients and
 * workers, with an order and misfortunes that the seed alone decides. Then all pending work is finished and
 * everything that must hold is checked.
 */
import { databaseUrl } from '@/env';
import { currentPrivateKey } from '@/server/services/ledger/signing-key';
import { Dice } from '../dice';
import { Client } from './client';
import { raiseGate } from './gate';
import { briefHabits, EVERYTHING } from './habits';
import { forGood, lightly } from './losses';
import { Misfortunes } from './misfortunes';
import { Monitor } from './monitor';
import { planted, type Plant } from './plants';
import { Post } from './post';
import { SimulationReceiver } from './receiver';
import { Scheduler } from './scheduler';
import { wrongs, type Life } from './verdict';
import { finish, work } from './workers';
import { copyPlaces, foundPattern, type Pattern, type SimulatedClub } from './world';

export interface Outcome {
  readonly seed: number;
  /** Everything that does not hold. */
  readonly wrong: readonly string[];
  /** Every step: who did what, and what went wrong. */
  readonly trace: readonly string[];
  readonly deeds: number;
  readonly misfortunes: number;
}

export interface SimulationSettings {
  readonly isForgetful?: boolean;
  readonly plant?: Plant;
  /** A life of few deeds that loses connections only lightly, so that very many take little time. */
  readonly isBrief?: boolean;
}

/** A life not yet evaluated. */
interface Lived {
  readonly seed: number;
  readonly life: Life;
  readonly scheduler: Scheduler;
  readonly misfortunes: Misfortunes;
  /** What ended it. */
  readonly failure: string | null;
}

const CLIENTS = ['Ann', 'Ben', 'Cem'];
const WORKERS = ['worker 1', 'worker 2'];
/** Far from real time, so that nothing else picks up what is due here. */
const BEGINNING = Date.parse('2035-01-01T00:00:00Z');
const WAY_APART = 7_919;

/** Fewer than the pool has connections. */
const FINISHED_AT_ONCE = 10;

/** Runs work on several items at once. @returns the results, in the same order. */
async function severalAtOnce<T>(all: readonly T[], work: (one: T) => Promise<T>): Promise<T[]> {
  const done = [...all];
  const waiting = all.entries();
  const workOff = async (): Promise<void> => {
    for (const [index, one] of waiting) done[index] = await work(one);
  };
  await Promise.all(Array.from({ length: FINISHED_AT_ONCE }, workOff));
  return done;
}

/** @returns the error of a piece of work; null when it succeeded. */
async function failureOf(work: () => Promise<void>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    return (error as Error).stack ?? String(error);
  }
}

/** Runs lives one after another on the process's database, which must have no other user. */
export class Simulation implements AsyncDisposable {
  private lives = 0;

  private constructor(
    private readonly monitor: Monitor,
    private readonly receiver: SimulationReceiver,
    private readonly pattern: Pattern,
    private readonly post = new Post(),
  ) {}

  static async open(): Promise<Simulation> {
    // Otherwise only the first life on a database would create the key.
    await currentPrivateKey({ now: () => new Date(BEGINNING) });
    const monitor = await Monitor.connect(databaseUrl());
    return new Simulation(monitor, await SimulationReceiver.start(), await foundPattern(monitor.query));
  }

  async live(seed: number, settings: SimulationSettings = {}): Promise<Outcome> {
    const [outcome] = await this.liveAll([seed], settings);
    return outcome!;
  }

  /** Runs lives one after another; only their setup and their verdicts are shared. */
  async liveAll(seeds: readonly number[], settings: SimulationSettings): Promise<Outcome[]> {
    const begun = seeds.map((seed) => {
      const name = `life-${(this.lives += 1)}`;
      return { seed, name, number: this.lives, audience: this.receiver.listen(name, new Dice(seed * WAY_APART + 1)) };
    });
    const copies = begun.map(({ number, audience }) => ({ number, receiverUrl: audience.url }));
    const places = await copyPlaces(this.monitor.query, this.pattern, copies, new Date(BEGINNING));
    const lived: Lived[] = [];
    for (const [index, { seed, audience }] of begun.entries())
      lived.push(await this.liveOne(seed, places[index]!, audience.accepted, settings));
    const finished = await severalAtOnce(lived, (one) => this.finishOne(one, settings));
    for (const { name } of begun) this.receiver.forget(name);
    return this.evaluate(finished);
  }

  private async liveOne(seed: number, place: SimulatedClub, accepted: ReadonlySet<string>, settings: SimulationSettings): Promise<Lived> {
    const { isForgetful = false, isBrief = false } = settings;
    // Each has dice of its own, so that no one's choices affect another's.
    const diceOf = (number: number): Dice => new Dice(seed * WAY_APART + number);
    const misfortunes = new Misfortunes(diceOf(2));
    const losses = isBrief ? lightly : forGood(this.monitor);
    const { monitor, post } = this;
    const scheduler = new Scheduler({ dice: diceOf(3), monitor, post, misfortunes, losses, beginning: BEGINNING });
    const habits = isBrief ? briefHabits(diceOf(4)) : EVERYTHING;
    const clients = CLIENTS.slice(0, habits.clients).map(
      (name, index) => new Client({ place, isForgetful, habits, actor: scheduler.actor(name), dice: diceOf(10 + index) }),
    );
    let living = clients.length;
    const deeds = [
      ...clients.map((client) => [client.actor, () => client.live().finally(() => void (living -= 1))] as const),
      ...WORKERS.slice(0, habits.workers).map((name, index) => {
        const worker = {
          organizationId: place.organizationId,
          actor: scheduler.actor(name),
          dice: diceOf(20 + index),
          habits,
        };
        return [worker.actor, () => work(worker, () => living === 0)] as const;
      }),
    ];
    const memories = clients.map(({ memory }) => memory);
    const failure = await failureOf(async () => {
      using _gate = raiseGate(settings.plant && planted(settings.plant));
      await scheduler.run(deeds);
    });
    return { seed, life: { place, memories, accepted, hasOneClock: !misfortunes.hasSkew }, scheduler, misfortunes, failure };
  }

  /** Finishes the pending work of one life; lives do not affect each other here, so several may run at once. */
  private async finishOne(lived: Lived, { isBrief = false }: SimulationSettings): Promise<Lived> {
    if (lived.failure !== null) return lived;
    const { life, scheduler } = lived;
    return { ...lived, failure: await failureOf(() => finish(life.place.organizationId, scheduler.now, isBrief)) };
  }

  /** Evaluates all lives at once, and each separately only when something is wrong. */
  private async evaluate(lived: readonly Lived[]): Promise<Outcome[]> {
    const ended = lived.filter(({ failure }) => failure === null);
    const all =
      ended.length === 0
        ? []
        : await wrongs(
            this.monitor.query,
            ended.map(({ life }) => life),
          );
    const wrongOf = new Map<Lived, string[]>();
    if (all.length > 0) for (const one of ended) wrongOf.set(one, ended.length === 1 ? all : await wrongs(this.monitor.query, [one.life]));
    if (all.length > 0 && ended.every((one) => wrongOf.get(one)!.length === 0)) wrongOf.set(ended[0]!, all);
    return lived.map((one) => ({
      seed: one.seed,
      wrong: one.failure === null ? (wrongOf.get(one) ?? []) : [one.failure],
      trace: one.scheduler.trace,
      deeds: one.life.memories.reduce((sum, memory) => sum + memory.acknowledged.length, 0),
      misfortunes: one.misfortunes.happened,
    }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.post[Symbol.asyncDispose]();
    await this.receiver[Symbol.asyncDispose]();
    await this.monitor[Symbol.asyncDispose]();
  }
}
