/** Builds the tools from their procedures: schemas are the procedures' own, and a procedure that could change something is never a tool. */
import type { AnyProcedure } from '@trpc/server';
import { z, type ZodType } from 'zod';
import { invariant, present } from '@/domain/assert';
import { inputSchemaOf, outputSchemaOf, proceduresOf } from '@/server/api/procedure-parts';
import { appRouter } from '@/server/api/root';
import { TOOLS } from './tools';
import type { ToolDeclaration } from './tools/declaration';

export interface JsonSchema {
  readonly type: 'object';
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

export interface Tool extends ToolDeclaration {
  readonly call: AnyProcedure;
  readonly inputSchema: JsonSchema;
  /** Omitted where it is too long to be worth it: every client loads the whole list. */
  readonly outputSchema?: JsonSchema;
}

const OUTPUT_SCHEMA_CHARACTERS = 1_400;

let tools: ReadonlyMap<string, Tool> | undefined;

/** By name; built on first use. */
export const toolCatalog = (): ReadonlyMap<string, Tool> => (tools ??= new Map(TOOLS.map((tool) => [tool.name, toolOf(tool)])));

function toolOf(declaration: ToolDeclaration): Tool {
  const call = proceduresOf(appRouter).get(declaration.procedure);
  invariant(call?._def.type === 'query', `the tool ${declaration.name} must only read`);
  const output = schemaOf(present(outputSchemaOf(call), 'every procedure declares its output'), 'output');
  const told = JSON.stringify(output).length <= OUTPUT_SCHEMA_CHARACTERS ? { outputSchema: output } : {};
  return { ...declaration, call, inputSchema: inputOf(call), ...told };
}

function schemaOf(schema: ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => shorten(jsonSchema, io),
  });
  return { ...(json as Omit<JsonSchema, 'type'>), type: 'object' }; // the rest as the standard has it
}

/** Removes what tells a reader nothing: examples, patterns that repeat a format, and the bounds of values that are only returned. */
function shorten(schema: z.core.JSONSchema.BaseSchema, io: 'input' | 'output'): void {
  delete schema.examples;
  if (schema.format !== undefined || io === 'output') delete schema.pattern;
  if (io === 'input') return;
  delete schema.minLength;
  delete schema.maxLength;
  delete schema.minimum;
  delete schema.maximum;
}

/** The input without `format`, which only chooses between JSON and CSV. */
function inputOf(procedure: AnyProcedure): JsonSchema {
  const declared = inputSchemaOf(procedure);
  const schema = declared
    ? schemaOf(declared, 'input')
    : ({ type: 'object', properties: {}, additionalProperties: false } satisfies JsonSchema);
  const { format: _, ...properties } = schema.properties ?? {};
  return { ...schema, properties };
}
