/** Explains why an input does not take a field: suggests the field that was likely meant, or says that only the service sets it. */
import type { z } from 'zod';
import { nearest } from '@/domain/nearest';
import type { FieldError } from '@/domain/errors';

/** The fields that the sender of a request may have had in mind. */
export interface FieldsInReach {
  /** The schema of what the request takes. */
  readonly input: z.core.$ZodType | undefined;
  /** The fields that the response shows of the resource. */
  readonly shown: readonly string[];
  /** Whether the request changes an existing resource. */
  readonly changes: boolean;
}

/** @param at the path of the object that has the field. */
export function explainUnknownField(at: readonly PropertyKey[], key: string, reach: FieldsInReach | undefined): Omit<FieldError, 'field'> {
  const unknown = { message: 'This field is not known here.', reason: 'unknown_field' };
  if (reach === undefined) return unknown;
  if (at.length === 0 && reach.shown.includes(key)) {
    if (reach.changes) return { message: 'This field cannot be changed.', reason: 'immutable' };
    return { ...unknown, message: 'This field is not set by the request; leave it out.' };
  }
  // Another kind of action may have a field of the same name.
  const others = keysAt(reach.input, at).filter((name) => name !== key);
  const meant = nearest(key, others);
  return meant === null ? unknown : { ...unknown, message: `This field is not known here. Did you mean \`${meant}\`?`, expected: meant };
}

/** The fields that an object at this path may have, in any of its alternatives. */
function keysAt(schema: z.core.$ZodType | undefined, path: readonly PropertyKey[]): string[] {
  const [step, ...rest] = path;
  // The union of all kinds that the library has.
  const { def } = (schema as z.core.$ZodTypes | undefined)?._zod ?? {};
  switch (def?.type) {
    case 'object':
      return step === undefined ? Object.keys(def.shape) : keysAt(def.shape[String(step)], rest);
    case 'array':
      return step === undefined ? [] : keysAt(def.element, rest);
    case 'union':
      return def.options.flatMap((option) => keysAt(option, path));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
      return keysAt(def.innerType, path);
    case 'pipe':
      return keysAt(def.in, path);
    default:
      return [];
  }
}
