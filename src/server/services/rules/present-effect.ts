/** Presents what an event does, or would do, in its wire form. */
import type { SimulatedEffect as PresentedEffect } from '@/contract/rule-simulation';
import type { SimulatedEffect } from '@/domain/rules/effects';
import type { SupposedPerson } from '@/domain/rules/simulation';
import type { z } from 'zod';

/** @param people by id; who is `fresh` has no id yet. */
export function presentEffect(
  { ruleId, type, target, assetId, bucket, amount, requested, key, value, eventData, dueAt }: SimulatedEffect,
  people: ReadonlyMap<string, Pick<SupposedPerson, 'externalId' | 'fresh'>>,
): z.infer<typeof PresentedEffect> {
  const person = target && people.get(target.id);
  return {
    rule_id: ruleId,
    type,
    target: target && { type: target.type, id: person?.fresh ? null : target.id, external_id: person?.externalId ?? null },
    ...(assetId === undefined ? {} : { asset_id: assetId }),
    ...(bucket === undefined ? {} : { bucket }),
    ...(amount === undefined ? {} : { amount }),
    ...(requested === undefined ? {} : { requested }),
    ...(key === undefined ? {} : { key }),
    ...(value === undefined ? {} : { value }),
    ...(eventData === undefined ? {} : { event_data: eventData }),
    ...(dueAt === undefined ? {} : { due_at: dueAt.toISOString() }),
  };
}
