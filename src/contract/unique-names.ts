/** Refuses lists of which two items have the same name, at the later one. */
import type { z } from 'zod';
import type { RefinementParams } from './primitives';

/** Reports each item after the first that has the same `field`. */
export function refuseDuplicates<const Field extends string>(field: Field) {
  return (items: readonly Readonly<Record<Field, string>>[], context: z.core.$RefinementCtx): void => {
    const seen = new Set<string>();
    for (const [index, item] of items.entries()) {
      const params: RefinementParams = { reason: 'duplicate' };
      if (seen.has(item[field]))
        context.addIssue({ code: 'custom', path: [index, field], message: 'Stands here twice; name each once.', params: { ...params } });
      seen.add(item[field]);
    }
  };
}
