/** Refuses bodies that name one thing in several ways, or in none. */
import type { z } from 'zod';
import type { RefinementParams } from './primitives';

const INVALID: RefinementParams = { code: 'invalid_request', reason: 'not_exactly_one' };

/** Refuses a body that sets none or several of the fields. */
export const exactlyOne =
  <Field extends string>(whom: string, fields: readonly [Field, ...Field[]]) =>
  (body: Readonly<Partial<Record<Field, unknown>>>, context: z.core.$RefinementCtx): void => {
    if (fields.filter((field) => body[field] !== undefined).length === 1) return;
    const message = `Name the ${whom} by exactly one of ${fields.map((field) => `\`${field}\``).join(', ')}.`;
    context.addIssue({ code: 'custom', path: [fields[0]], message, params: { ...INVALID } });
  };
