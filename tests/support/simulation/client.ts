/**
 * Simulates a client as the documentation asks for: each deed has an idempotency key, is retried with it until answered,
 * and is sometimes sent once more after that. Records what was acknowledged and what was refused.
 */
import { isDeepStrictEqual } from 'node:util';
import { DomainError, type ErrorCode } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import type { Dice } from '../dice';
import { chooseDeed, type Deed } from './deeds';
import type { Habits } from './habits';
import { isInterruption, type Actor } from './scheduler';
import type { SimulatedClub } from './world';

const SEND_AGAIN: readonly ErrorCode[] = ['retryable_conflict', 'idempotency_in_flight'];
const MOST_TRIES = 100;

export interface Acknowledged {
  readonly deed: Deed;
  readonly answer: unknown;
}

/** What a client knows at the end. */
export interface Memory {
  readonly acknowledged: Acknowledged[];
  readonly refused: Deed[];
}

export interface ClientSettings {
  readonly place: SimulatedClub;
  readonly actor: Actor;
  readonly dice: Dice;
  readonly habits: Habits;
  /** Uses a new key for each retry, as no client should, to prove that this is detected. */
  readonly isForgetful: boolean;
}

export class Client {
  readonly memory: Memory = { acknowledged: [], refused: [] };
  readonly actor: Actor;
  private tries = 0;

  constructor(private readonly settings: ClientSettings) {
    this.actor = settings.actor;
  }

  async live(): Promise<void> {
    const { actor, dice, place, habits } = this.settings;
    const open: ((name: string) => Deed)[] = [];
    for (let number = 1, most = dice.between(habits.leastDeeds, habits.mostDeeds); number <= most; number++) {
      const name = `${actor.name} deed ${number}`;
      const following = dice.chance(0.5) ? open.shift() : undefined;
      const deed = following ? following(name) : chooseDeed({ place, habits, dice, name, now: actor.now() });
      open.push(...(await this.doOnce(deed)));
      await actor.pause();
    }
  }

  /** @returns the deeds that can follow. */
  private async doOnce(deed: Deed): Promise<readonly ((name: string) => Deed)[]> {
    const answer = await this.untilAnswered(deed);
    if (answer instanceof DomainError) {
      this.memory.refused.push(deed);
      return [];
    }
    this.memory.acknowledged.push({ deed, answer });
    if (this.settings.dice.chance(0.2)) await this.sendAgain(deed, answer);
    return deed.following?.(answer) ?? [];
  }

  private async sendAgain(deed: Deed, before: unknown): Promise<void> {
    const again = await this.untilAnswered(deed);
    if (this.settings.isForgetful || isDeepStrictEqual(again, before)) return;
    throw new Error(`${deed.name} was answered ${told(before)}, and sent again, ${told(again)}`);
  }

  private async untilAnswered(deed: Deed): Promise<unknown> {
    const { actor } = this.settings;
    for (let attempt = 1; attempt <= MOST_TRIES; attempt++) {
      try {
        return await actor.inProcess(() => deed.perform(this.ctx(deed)));
      } catch (error) {
        if (error instanceof DomainError && !SEND_AGAIN.includes(error.code)) return error;
        // Neither a refusal nor an interruption: a fault of the service.
        if (!(error instanceof DomainError || isInterruption(error))) throw error;
      }
      await actor.pause();
    }
    throw new Error(`${deed.name} had no answer after ${MOST_TRIES} tries`);
  }

  private ctx({ name }: Deed): Ctx {
    const { actor, place, isForgetful } = this.settings;
    return {
      organization: { id: place.organizationId, mode: 'LIVE', clockOffsetMs: 0 },
      actor: { kind: 'SYSTEM' },
      clock: { now: () => actor.now() },
      requestId: 'req_simulated',
      idempotencyKey: isForgetful ? `${name}, try ${(this.tries += 1)}` : name,
    };
  }
}

const told = (answer: unknown): string => (answer instanceof Error ? answer.message : JSON.stringify(answer));
