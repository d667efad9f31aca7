/** Lists a JSON Schema as table rows: each field with its full name, its type in words, and whether it is required. */

import { resolve, type Schema, type Schemas } from '../../json-schema';

interface FieldRow {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

const MAX_DEPTH = 4;

/** The fields of an object schema, with nested ones after their parent as `parent.child` or `parent[].child`. */
export function fieldRows(schema: Schema, schemas: Schemas, prefix = '', depth = 0): FieldRow[] {
  const resolved = resolve(schema, schemas);
  return branches(resolved, schemas).flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).flatMap(([name, field]) => {
      const row = {
        name: prefix + name,
        type: typeName(field, schemas),
        required: required.includes(name),
        description: describe(resolve(field, schemas)),
      };
      return depth < MAX_DEPTH ? [row, ...nested(field, schemas, prefix + name, depth + 1)] : [row];
    }),
  );
}

function nested(field: Schema, schemas: Schemas, name: string, depth: number): FieldRow[] {
  return branches(resolve(field, schemas), schemas).flatMap((branch) => {
    if (branch.items) return nested(branch.items, schemas, `${name}[]`, depth);
    return branch.properties ? fieldRows(branch, schemas, `${name}.`, depth) : [];
  });
}

/** The alternatives of a schema that are not null, or the schema itself. */
function branches(schema: Schema, schemas: Schemas): Schema[] {
  const options = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  return options ? options.map((option) => resolve(option, schemas)).filter(({ type }) => type !== 'null') : [schema];
}

/** A type in words, such as `uuid`, `ACTIVE | SUSPENDED or null`, `list of string`. */
export function typeName(schema: Schema, schemas: Schemas): string {
  const resolved = resolve(schema, schemas);
  const options = resolved.anyOf ?? resolved.oneOf;
  if (options) return [...new Set(options.map((option) => typeName(option, schemas)))].join(' or ');
  if (resolved.enum) return resolved.enum.map(String).join(' | ');
  if (resolved.const !== undefined) return String(resolved.const);
  if (resolved.type === 'array') return `list of ${resolved.items ? typeName(resolved.items, schemas) : 'anything'}`;
  if (Array.isArray(resolved.type)) return resolved.type.join(' or ');
  return resolved.format === 'uuid' || resolved.format === 'date-time' ? resolved.format : String(resolved.type ?? 'anything');
}

function describe(schema: Schema): string {
  const bounds = [
    range(schema.minimum, schema.maximum, ''),
    schema.format === 'date-time' ? null : range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' items'),
    schema.default === undefined ? null : `Default \`${JSON.stringify(schema.default)}\`.`,
  ];
  return [schema.description, ...bounds].filter(Boolean).join(' ');
}

function range(low: number | undefined, high: number | undefined, unit: string): string | null {
  const [min, max] = [low ?? 0, high ?? Infinity].map((bound) => (Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? null : bound));
  if (max === null) return min ? `At least ${min}${unit}.` : null;
  return min === null || (min === 0 && unit !== '') ? `At most ${max}${unit}.` : `${min} to ${max}${unit}.`;
}
