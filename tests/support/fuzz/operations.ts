/** Reads every operation of the API description, with its input schemas and their references resolved. */
import { openApiDocument } from '@/server/rest/openapi';
import type { Schema as Described, Schemas } from '@/server/rest/json-schema';

export interface Schema extends Omit<Described, 'items' | 'properties' | 'anyOf' | 'oneOf' | 'allOf'> {
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
  readonly example?: unknown;
}

export interface Parameter {
  readonly $ref?: string;
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly admin: boolean;
  readonly parameters: readonly Parameter[];
  readonly keyed: boolean;
  /** Schema of a JSON body. */
  readonly body: Schema | undefined;
  readonly example: unknown;
  /** Media type and sample content of a file that the operation takes instead of JSON. */
  readonly file: { readonly type: string; readonly example: string } | undefined;
}

interface Raw {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>> };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Raw>>>>;
  readonly components: { readonly schemas: Schemas };
}

const read = (): Document => JSON.parse(JSON.stringify(openApiDocument())) as Document;

export function operations(): Operation[] {
  return Object.entries(read().paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => operationOf(method.toUpperCase(), path, raw)),
  );
}

function operationOf(method: string, path: string, { operationId, security, parameters = [], requestBody }: Raw): Operation {
  const json = requestBody?.content['application/json'];
  const file = Object.entries(requestBody?.content ?? {}).find(([type]) => type !== 'application/json');
  return {
    id: operationId,
    method,
    path,
    admin: security.some((scheme) => 'adminKey' in scheme),
    parameters: parameters.filter((parameter) => !parameter.$ref),
    keyed: parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey')),
    body: json?.schema,
    example: json?.example,
    file: file && { type: file[0], example: String(file[1].example) },
  };
}

/** The named schemas of the description. */
export const namedSchemas = (): Readonly<Record<string, Schema>> => read().components.schemas as Readonly<Record<string, Schema>>;
