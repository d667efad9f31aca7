/** Reads the expected effects of an example as choices, and writes them as their JSON; an effect that the choices do not say stays JSON. */
import { ACTIONS, stateSetBy, type ActionType } from '@/domain/rules/actions/catalog';
import { SUBJECTS, type TargetType } from '@/domain/rules/actions/fields';
import { BUCKETS } from '@/domain/choices';
import { isOneOf, namesIn } from '@/domain/fields';
import type { ExampleEffect } from '@/domain/rules/examples/example';
import { bucketsOf } from '../action-draft';
import { typedLoss } from '../typed-json';

const TYPES = namesIn(ACTIONS);
const FIELDS: readonly string[] = ['type', 'target', 'asset', 'bucket', 'amount', 'key', 'value'];

/** The effects that a text says; null for a text that the choices could not write again without a loss. */
export function effectsIn(text: string): readonly ExampleEffect[] | null {
  if (typedLoss(text) !== null) return null;
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every(isChosen) ? list : null;
  } catch {
    return null;
  }
}

export const textOfEffects = (effects: readonly ExampleEffect[]): string => JSON.stringify(effects, null, 2);

const isAbsentOrText = (value: unknown): boolean => value === undefined || typeof value === 'string';

function isChosen(item: unknown): item is ExampleEffect {
  if (typeof item !== 'object' || item === null) return false;
  const { type, target, asset, bucket, amount, key, value }: Readonly<Record<string, unknown>> = { ...item };
  return (
    Object.keys(item).every((name) => FIELDS.includes(name)) &&
    isOneOf(TYPES, type) &&
    (target === undefined || isOneOf(SUBJECTS, target)) &&
    (bucket === undefined || isOneOf(BUCKETS, bucket)) &&
    [asset, amount, key].every(isAbsentOrText) &&
    isChosenValue(type, value)
  );
}

const isChosenValue = (type: ActionType, value: unknown): boolean =>
  stateSetBy(type) === 'tier' ? value === undefined || value === null || isLevel(value) : true;

interface ReachedLevel {
  readonly level: string;
  readonly rank: number;
}

export const isLevel = (value: unknown): value is ReachedLevel =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length === 2 &&
  'level' in value &&
  typeof value.level === 'string' &&
  'rank' in value &&
  typeof value.rank === 'number';

/** Which fields tell more of an effect than its kind and its target. */
export const effectFieldsOf = (type: ActionType) => ({
  sum: ACTIONS[type].realm === 'BALANCES',
  bucket: bucketsOf(type).buckets.length > 0,
  state: stateSetBy(type),
});

/** Whose an effect of this kind can be. */
export function subjectsOf(type: ActionType): readonly TargetType[] {
  return ACTIONS[type].fields.target.of;
}

/** The same effect with some fields replaced; those that are undefined it leaves out, so that they are not compared. */
export function withFields(effect: ExampleEffect, changes: Partial<Record<keyof ExampleEffect, unknown>>): ExampleEffect {
  const entries = Object.entries({ ...effect, ...changes }).filter(([, value]) => value !== undefined);
  // The fields are those of an effect, each from an input of its own.
  return Object.fromEntries(entries) as unknown as ExampleEffect;
}

/** The same effect as another kind, with what both can have. */
export function effectAs({ target, asset, bucket, amount, key, value, type: before }: ExampleEffect, type: ActionType): ExampleEffect {
  const fields = effectFieldsOf(type);
  const keepsState = fields.state !== null && fields.state === stateSetBy(before);
  return withFields(
    { type },
    {
      target: target !== undefined && subjectsOf(type).includes(target) ? target : undefined,
      ...(fields.sum ? { asset, amount, bucket: fields.bucket ? bucket : undefined } : {}),
      ...(fields.state === null ? {} : { key, value: keepsState ? value : undefined }),
    },
  );
}
