/** Tells which references the events of a batch can take back under, before any rule runs: what was earned under them has to be loaded. */
import type { JsonRecord, RuleActivation } from './activation';
import { filledReference } from './actions/templates';
import type { EvaluationBudget } from './cel/bounds';
import type { ConfigurationNeeds } from './needs';

/** Each once. A template that has no value for an event makes its rule an error of that event later. */
export function takeBackReferences(
  { takenBackUnder }: Pick<ConfigurationNeeds, 'takenBackUnder'>,
  events: readonly JsonRecord[],
  budget: EvaluationBudget,
): Set<string> {
  const found = new Set<string>();
  for (const event of takenBackUnder.length === 0 ? [] : events) {
    const activation = ofEventAlone(event);
    for (const template of takenBackUnder) {
      const reference = filledReference(template, activation, budget);
      if (reference.ok) found.add(reference.value);
    }
  }
  return found;
}

/** What expressions read that read the event alone. */
export const ofEventAlone = (event: JsonRecord): RuleActivation => ({ ...NOTHING_ELSE, event });

/** Such a template reads the event alone, or its rule is not saved. */
const NOTHING_ELSE: Omit<RuleActivation, 'event'> = {
  now: new Date(0),
  participant: null,
  recipient: null,
  program: { id: '', timezone: 'UTC', tags: [], attributes: {}, counters: {}, tiers: {} },
  groups: [],
  codes: [],
};
