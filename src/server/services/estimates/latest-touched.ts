/** Finds the latest events that a draft touches, and what it would do to each, within a bounded time. */
import { effectsOf, type SimulatedEffect } from '@/domain/rules/effects';
import { readLatestEvents, type PastEvent } from '@/server/db/repositories/rules/past-events';
import { pastScopeOf, sceneScopeOf, type DraftedRule } from './draft';
import { openScene } from './scene';
import { tryEvents, type Deadline } from './try-events';

const SHOWN = 20;
const PART = 200;
const MOST_SEARCHED = 5_000;

export interface LatestTouched {
  /** How many of the latest events were looked at. */
  readonly searched: number;
  /** Latest first. */
  readonly events: readonly { readonly event: PastEvent; readonly effects: readonly SimulatedEffect[] }[];
  /** The caller's own ids of the participants that effects refer to, by id. */
  readonly names: ReadonlyMap<string, string>;
}

export async function latestTouched(draft: DraftedRule, isLate: Deadline): Promise<LatestTouched> {
  const scope = pastScopeOf(draft);
  const found: { event: PastEvent; effects: SimulatedEffect[] }[] = [];
  const trying = { scope: sceneScopeOf(draft), configuration: draft.trial.alone, isLate };
  let [searched, before, ended]: [number, string | null, boolean] = [0, null, false];
  while (!ended && found.length < SHOWN && searched < MOST_SEARCHED) {
    const events: PastEvent[] = await readLatestEvents(scope, before, PART);
    ended = events.length < PART;
    for await (const { event, outcome } of tryEvents(trying, events)) {
      searched++;
      before = event.id;
      const effects = outcome ? effectsOf(outcome).filter(({ ruleId }) => ruleId === draft.rule.id) : [];
      if (effects.length > 0) found.push({ event, effects });
      if (found.length === SHOWN) break;
    }
    if (isLate()) break;
  }
  const touched = found.map(({ event }) => event);
  const { participants } = await openScene(sceneScopeOf(draft, true), draft.trial.alone, touched);
  return { searched, events: found, names: new Map([...participants.values()].map(({ id, externalId }) => [id, externalId])) };
}
