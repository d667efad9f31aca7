/**
 * One simulated life of the service for each seed: the real services over a real Postgres, acted on by clients and by
 * worker processes at once, in an order and with misfortunes that the seed alone decides. Then everything is finished,
 * and what must be true is asked for.
 */
import { databaseUrl } from '@/env';
import { currentPrivateKey } from '@/server/services/ledger/signing-key';
import { Dice } from '../dice';
import { Client, type DeedsOfLife } from './client';
import { raiseGate } from './gate';
import { Misfortunes } from './misfortunes';
import { Monitor } from './monitor';
import { Post } from './post';
import { SimulationReceiver } from './receiver';
import { Scheduler } from './scheduler';
import { wrongs } from './verdict';
import { finish, work } from './workers';
import { copyPlace, foundPattern, type Pattern } from './world';

export interface Outcome {
  readonly seed: number;
  /** What is not as it must be. */
  readonly wrong: readonly string[];
  /** Every step: who did what, and what befell them. */
  readonly trace: readonly string[];
  readonly deeds: number;
  readonly misfortunes: number;
}

export interface SimulationSettings {
  readonly isForgetful?: boolean;
  /** A life in which each client does one thing or two: very many of them take little time. */
  readonly isBrief?: boolean;
}

const LONG: DeedsOfLife = { least: 5, most: 12 };
const BRIEF: DeedsOfLife = { least: 1, most: 2 };

const CLIENTS = ['Ann', 'Ben', 'Cem'];
const WORKERS = ['worker 1', 'worker 2'];
/** Far from real time, so that nothing else finds what is due here. */
const BEGINNING = Date.parse('2035-01-01T00:00:00Z');
const WAY_APART = 7_919;

/** Lives one after the other on the database of the process, which must have no other user. */
export class Simulation implements AsyncDisposable {
  private lives = 0;

  private constructor(
    private readonly monitor: Monitor,
    private readonly receiver: SimulationReceiver,
    private readonly pattern: Pattern,
    private readonly post = new Post(),
  ) {}

  static async open(): Promise<Simulation> {
    // The first life of a database would be the only one that makes the key.
    await currentPrivateKey({ now: () => new Date(BEGINNING) });
    const monitor = await Monitor.connect(databaseUrl());
    return new Simulation(monitor, await SimulationReceiver.start(), await foundPattern(monitor.query));
  }

  async live(seed: number, { isForgetful = false, isBrief = false }: SimulationSettings = {}): Promise<Outcome> {
    // Each chooses by dice of its own, so that what one does changes nothing of what another chooses.
    const diceOf = (number: number): Dice => new Dice(seed * WAY_APART + number);
    const name = `life-${(this.lives += 1)}`;
    const audience = this.receiver.listen(name, diceOf(1));
    const place = await copyPlace(this.monitor.query, this.pattern, this.lives, new Date(BEGINNING), audience.url);
    const misfortunes = new Misfortunes(diceOf(2));
    const scheduler = new Scheduler(diceOf(3), this.monitor, this.post, misfortunes, BEGINNING);
    const clients = CLIENTS.map(
      (client, index) =>
        new Client({ place, isForgetful, deeds: isBrief ? BRIEF : LONG, actor: scheduler.actor(client), dice: diceOf(10 + index) }),
    );
    let living = clients.length;
    const deeds = [
      ...clients.map((client) => [client.actor, () => client.live().finally(() => void (living -= 1))] as const),
      ...WORKERS.map((worker, index) => {
        const actor = scheduler.actor(worker);
        return [actor, () => work(place.organizationId, actor, diceOf(20 + index), () => living === 0)] as const;
      }),
    ];
    const wrong: string[] = [];
    const memories = clients.map(({ memory }) => memory);
    try {
      {
        using _gate = raiseGate();
        await scheduler.run(deeds);
      }
      await finish(this.monitor.query, place.organizationId, scheduler.now);
      wrong.push(
        ...(await wrongs(this.monitor.query, { place, memories, accepted: audience.accepted, hasOneClock: !misfortunes.hasSkew })),
      );
    } catch (error) {
      wrong.push((error as Error).stack ?? String(error));
    }
    this.receiver.forget(name);
    const acknowledged = memories.reduce((sum, memory) => sum + memory.acknowledged.length, 0);
    return { seed, wrong, trace: scheduler.trace, deeds: acknowledged, misfortunes: misfortunes.happened };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.post[Symbol.asyncDispose]();
    await this.receiver[Symbol.asyncDispose]();
    await this.monitor[Symbol.asyncDispose]();
  }
}
