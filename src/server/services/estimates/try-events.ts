/** Tries rules on past events, one by one and each alone, until there are no more or time is up; other work runs in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BacktestStage } from '@/domain/backtests/stage';
import type { JsonRecord } from '@/domain/rules/activation';
import type { BudgetKey, BudgetUsage } from '@/domain/rules/budget';
import { ruleBudget } from '@/domain/rules/cel/bounds';
import { presentWorld } from '@/domain/rules/estimate/present-world';
import { evaluateEvent, type EventOutcome } from '@/domain/rules/evaluate';
import type { RuleConfiguration } from '@/domain/rules/rule';
import type { PastEvent } from '@/server/db/repositories/rules/past-events';
import { newId } from '@/server/platform/ids';
import { openScene, type SceneScope } from './scene';

const SLICE = 500;
const TURN = 50;

export type Deadline = () => boolean;

/** Fewer events would say nothing about the others, be it that a process has only just begun. */
const LEAST = 200;

/** @returns whether the time is up, asked before each event. */
export function deadlineIn(ms: number): Deadline {
  const end = performance.now() + ms;
  let asked = 0;
  return () => ++asked > LEAST && performance.now() > end;
}

export interface TriedEvent {
  readonly event: PastEvent;
  /** Null when the event is of a type that the rule never matches. */
  readonly outcome: EventOutcome | null;
  readonly stage: BacktestStage;
}

interface Trying {
  readonly scope: SceneScope;
  readonly configuration: RuleConfiguration;
  readonly isLate: Deadline;
  /** What participants have been given so far, of what an event counts against; changed in place. Nothing without it. */
  readonly budgetsFor?: (event: PastEvent) => Map<BudgetKey, BudgetUsage>;
}

const tools = { newId, budget: ruleBudget(() => performance.now()), trace: false };

/** Yields at least the first event, so that whoever goes on after it gets on. */
export async function* tryEvents(trying: Trying, events: readonly PastEvent[]): AsyncGenerator<TriedEvent, void, void> {
  const { scope, configuration, isLate, budgetsFor } = trying;
  for (let from = 0; from < events.length; from += SLICE) {
    if (from > 0 && isLate()) return;
    const slice = events.slice(from, from + SLICE);
    const stage = await openScene(
      scope,
      configuration,
      slice.filter(({ data }) => data !== null),
    );
    for (const [place, event] of slice.entries()) {
      if (place % TURN === TURN - 1) await nextTurn();
      if (from + place > 0 && isLate()) return;
      const { data } = event;
      yield { event, stage, outcome: data === null ? null : tryOne(stage, configuration, { ...event, data }, budgetsFor?.(event)) };
    }
  }
}

const tryOne = (
  stage: BacktestStage,
  configuration: RuleConfiguration,
  event: PastEvent & { readonly data: JsonRecord },
  budgets = new Map<BudgetKey, BudgetUsage>(),
): EventOutcome => evaluateEvent(presentWorld(stage, configuration.needs, event, budgets), configuration, event, tools);
