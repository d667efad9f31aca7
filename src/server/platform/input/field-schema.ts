/** Finds the schema of a field of an object whose fields are not known before run time. */
import { z } from 'zod';

export function fieldSchemaOf(object: z.ZodObject | undefined, name: string): z.ZodType | undefined {
  const field: unknown = object?.shape[name];
  return field instanceof z.ZodType ? field : undefined;
}
