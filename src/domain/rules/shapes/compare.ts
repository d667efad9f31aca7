/** Compares the events of one period with those of the period before, and both with what the rules read. */
import { ReferenceMatcher, type EventReferences } from './event-references';
import { inventoryOf, shapeSamples, tallyOf, type Inventory, type SampledEvent } from './inventory';
import { neverObserved, shapeWarnings, type ShapeWarning } from './warnings';

export interface ShapeReport {
  /** Of the current period. */
  readonly inventory: Inventory;
  readonly referencedNeverObserved: readonly string[];
  readonly observedUnreferenced: readonly string[];
  readonly warnings: readonly ShapeWarning[];
}

export function compareShapes(
  current: readonly SampledEvent[],
  baseline: readonly SampledEvent[],
  references: EventReferences,
): ShapeReport {
  const matcher = new ReferenceMatcher(references);
  const now = { tally: tallyOf(current), samples: shapeSamples(current) };
  const before = { tally: tallyOf(baseline), samples: shapeSamples(baseline) };
  const inventory = inventoryOf(now.tally, now.samples, (path) => matcher.reads(path));
  return {
    inventory,
    referencedNeverObserved: neverObserved(now.tally, references),
    observedUnreferenced: inventory.fields.map(({ path }) => path).filter((path) => !matcher.reads(path)),
    warnings: shapeWarnings(now, before, references, matcher),
  };
}
