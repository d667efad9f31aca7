/** Tells what the procedures of a router declared about themselves, which the types of the library do not say. */
import type { AnyProcedure, AnyRouter } from '@trpc/server';
import { z } from 'zod';
import { fieldsOf } from '@/domain/fields';
import type { ProcedureMeta } from './route';

/** By dotted name, such as `programs.create`. */
export const proceduresOf = (router: AnyRouter): ReadonlyMap<string, AnyProcedure> =>
  new Map<string, AnyProcedure>(Object.entries(router._def.procedures)); // the library keeps all of a router in one flat record

export const metaOf = (procedure: AnyProcedure): ProcedureMeta => procedure._def.meta ?? {};

/** The object schema of its input; undefined when it takes none. */
export function inputSchemaOf(procedure: AnyProcedure): z.ZodObject | undefined {
  const { inputs } = fieldsOf(procedure._def);
  const first: unknown = Array.isArray(inputs) ? inputs[0] : undefined;
  return first instanceof z.ZodObject ? first : undefined;
}

/** The schema of its output; undefined when it declared none. */
export function outputSchemaOf(procedure: AnyProcedure): z.ZodType | undefined {
  const { output } = fieldsOf(procedure._def);
  return output instanceof z.ZodType ? output : undefined;
}
