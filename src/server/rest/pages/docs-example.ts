/** A request to copy: curl with every required field filled in. */
import type { DocumentedOperation } from './docs';
import { resolve, type Schema, type Schemas } from './docs-schema';

const MAX_DEPTH = 6;
const SOME_UUID = '018f2b5e-7c1d-7e9a-9a51-0c5d6f0a7b21';

export function curlOf(operation: DocumentedOperation, body: Schema | undefined, schemas: Schemas, baseUrl: string): string {
  const { method, parameters } = operation;
  const path = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const schema = parameters.find((parameter) => parameter.name === name)?.schema ?? {};
    return String(exampleOf(schema, schemas));
  });
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, schema }) => `${name}=${String(exampleOf(schema, schemas))}`);
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${baseUrl}${path}${query.length > 0 ? `?${query.join('&')}` : ''}'`,
    `-H 'Authorization: Bearer sk_…'`,
  ];
  if (body) lines.push(`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(exampleOf(body, schemas), null, 2)}'`);
  return lines.join(' \\\n  ');
}

/** A value that fits a schema: its example or default where it has one, required fields only. */
function exampleOf(schema: Schema, schemas: Schemas, depth = 0): unknown {
  const resolved = resolve(schema, schemas);
  if (resolved.examples?.length) return resolved.examples[0];
  if (resolved.default !== undefined) return resolved.default;
  if (resolved.enum) return resolved.enum[0];
  if (resolved.const !== undefined) return resolved.const;
  const [option] = resolved.anyOf ?? resolved.oneOf ?? [];
  if (option) return exampleOf(option, schemas, depth);
  if (resolved.type === 'array') return resolved.items && depth < MAX_DEPTH ? [exampleOf(resolved.items, schemas, depth + 1)] : [];
  if (resolved.type === 'object') return exampleObject(resolved, schemas, depth);
  if (resolved.type === 'integer' || resolved.type === 'number')
    return resolved.minimum !== undefined && resolved.minimum > 0 ? resolved.minimum : 1;
  if (resolved.type === 'boolean') return true;
  return resolved.format === 'uuid' ? SOME_UUID : 'text';
}

function exampleObject({ properties = {}, required = [] }: Schema, schemas: Schemas, depth: number): Record<string, unknown> {
  if (depth >= MAX_DEPTH) return {};
  return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {}, schemas, depth + 1)]));
}
