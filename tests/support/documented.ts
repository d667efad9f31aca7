/** Checks every answer a test sees against the API description: its status is documented and its body fits the schema. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { openApiDocument } from '@/server/rest/openapi';
import type { ErrorBody } from '@/contract/error';
import type { RawAnswer } from './http';
import { assertNamesField } from './named-field';

interface Described {
  readonly method: string;
  readonly template: string;
  readonly pattern: RegExp;
  readonly responses: Readonly<Record<string, { $ref?: string; content?: Readonly<Record<string, unknown>> }>>;
  /** The names of its parameters and of the fields of its body. */
  readonly fields: ReadonlySet<string>;
}

/** An operation as the description has it. */
interface Operation extends Pick<Described, 'responses'> {
  readonly parameters?: readonly { readonly name: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: BodySchema }>> };
}

interface BodySchema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly anyOf?: readonly BodySchema[];
  readonly oneOf?: readonly BodySchema[];
  readonly allOf?: readonly BodySchema[];
}

const ROOT = 'openapi';
/** Statuses sent before a route is matched, in the shared error form. */
const BEFORE_ROUTING = new Set([404, 405]);

let described: readonly Described[] | undefined;
let ajv: Ajv2020 | undefined;
const validators = new Map<string, ValidateFunction>();

function load(): { operations: readonly Described[]; ajv: Ajv2020 } {
  if (described && ajv) return { operations: described, ajv };
  const document = JSON.parse(JSON.stringify(openApiDocument())) as Document;
  ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: ROOT, ...document });
  described = Object.entries(document.paths)
    .flatMap(([template, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        method: method.toUpperCase(),
        template,
        pattern: patternOf(template),
        responses: operation.responses,
        fields: fieldsOf(operation, document),
      })),
    )
    .sort((a, b) => a.template.split('{').length - b.template.split('{').length);
  return { operations: described, ajv };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, BodySchema>> };
}

function fieldsOf({ parameters = [], requestBody }: Operation, { components }: Document): ReadonlySet<string> {
  const namesOf = ({ $ref, properties = {}, anyOf = [], oneOf = [], allOf = [] }: BodySchema): string[] => [
    ...Object.keys(properties),
    ...($ref ? namesOf(components.schemas[$ref.split('/').at(-1)!]!) : []),
    ...[...anyOf, ...oneOf, ...allOf].flatMap(namesOf),
  ];
  const bodies = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema);
  return new Set([...parameters.map(({ name }) => name), ...bodies.flatMap(namesOf)]);
}

const patternOf = (template: string): RegExp => new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`);

/** @throws Error stating how the answer contradicts the description. */
export function assertDocumented(method: string, path: string, { status, headers, text }: RawAnswer): void {
  const { operations } = load();
  const bare = path.split('?')[0]!;
  const found = operations.find((operation) => operation.method === method && operation.pattern.test(bare));
  if (!found) {
    if (!BEFORE_ROUTING.has(status) && status !== 400) throw new Error(`${method} ${path} answered ${status} but is not described`);
    return checkBody(`#/components/schemas/Error`, text, `${method} ${path}`);
  }
  const response = found.responses[status];
  const name = `${method} ${found.template} ${status}`;
  if (!response) throw new Error(`${name} is not documented`);
  if (headers['x-request-id'] === undefined) throw new Error(`${name} has no X-Request-ID`);
  if (status === 204 || method === 'HEAD') {
    if (text !== '') throw new Error(`${name} has a body`);
    return;
  }
  if (response.$ref) {
    checkBody('#/components/schemas/Error', text, name);
    return assertNamesField(JSON.parse(text) as ErrorBody, found.fields, name);
  }
  if (response.content?.['application/json'] && headers['content-type']?.startsWith('application/json')) {
    const pointer = `#/paths/${escapePointer(found.template)}/${method.toLowerCase()}/responses/${status}/content/application~1json/schema`;
    checkBody(pointer, text, name);
  }
}

const escapePointer = (text: string): string => encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));

function checkBody(pointer: string, text: string, name: string): void {
  const validate = validatorOf(pointer);
  const body: unknown = JSON.parse(text);
  if (!validate(body))
    throw new Error(`${name}: the body does not fit the description: ${ajv?.errorsText(validate.errors)}\n${text.slice(0, 2000)}`);
}

function validatorOf(pointer: string): ValidateFunction {
  const known = validators.get(pointer);
  if (known) return known;
  const compiled = load().ajv.compile({ $ref: `${ROOT}${pointer}` });
  validators.set(pointer, compiled);
  return compiled;
}
