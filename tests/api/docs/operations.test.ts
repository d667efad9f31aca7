/** Every operation of the API description has examples that fit its schemas, and the service understands each sample request. */
import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { beforeAll, expect, test } from 'vitest';
import { openApiDocument } from '@/server/rest/openapi';
import { documentedOperations, operationExample } from '@/server/rest/pages/docs/reference';
import { begin, type Variables } from '@tests/support/examples/page';
import { hasCommands, shellIn, type Shell } from '@tests/support/examples/shell';
import { temporaryFolder } from '@tests/support/temporary-folder';

const operations = documentedOperations();

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: object; readonly example?: unknown }>>;
}

test('every operation says what it does, and has an example of its request and of each answer that fits the schema', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'openapi', ...(JSON.parse(JSON.stringify(openApiDocument())) as object) });
  const pointer = (...parts: string[]): string =>
    parts.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
  const faults: string[] = [];
  const check = (name: string, at: readonly string[], { content }: Content): void => {
    const json = content?.['application/json'];
    if (!json) return;
    const fits = ajv.compile({ $ref: `openapi#${pointer(...at, 'content', 'application/json', 'schema')}` });
    if (json.example === undefined) faults.push(`${name} has no example`);
    else if (!fits(json.example)) faults.push(`${name}: ${ajv.errorsText(fits.errors)}`);
  };
  for (const operation of operations) {
    const { operationId: name, path, method, summary, description, requestBody, responses } = operation;
    const at = ['paths', path, method.toLowerCase()];
    if (!summary || !description) faults.push(`${name} does not say what it does`);
    check(`${name} request`, [...at, 'requestBody'], requestBody ?? {});
    for (const [status, response] of Object.entries(responses)) check(`${name} ${status}`, [...at, 'responses', status], response);
  }
  expect(operations.length).toBeGreaterThan(200);
  expect(faults).toEqual([]);
}, 120_000);

/** Codes for a request the route does not understand; one it understands may still name what does not exist. */
const NOT_UNDERSTOOD = [
  'validation_error',
  'invalid_request',
  'bad_request',
  'invalid_json',
  'invalid_parameter',
  'missing_idempotency_key',
];
const NOT_ACCEPTED = ['unsupported_media_type', 'method_not_allowed', 'internal_error', 'authentication_required', 'invalid_api_key'];
const AT_ONCE = 4;

let shell: Shell;
let variables: Variables;

beforeAll(async () => {
  const folder = await temporaryFolder('docs');
  shell = await shellIn(folder, !(await hasCommands(folder)));
  ({ variables } = await begin(null, { ADMIN_API_KEY: 'sk_admin_for_tests_only_0001' }));
});

/** The error code of an answer, if it is one. */
function codeOf(printed: string): string | undefined {
  if (!printed.startsWith('{')) return undefined;
  const { code, request_id } = JSON.parse(printed.split('\n')[0]!) as { code?: string; request_id?: string };
  return request_id === undefined ? undefined : code;
}

test('the request shown for each operation is understood', async () => {
  const waiting = [...operations];
  const refused: string[] = [];
  const work = async (): Promise<void> => {
    for (let operation = waiting.shift(); operation; operation = waiting.shift()) {
      const printed = await shell.run(operationExample(operation).code, variables);
      const code = codeOf(printed);
      if (code && [...NOT_UNDERSTOOD, ...NOT_ACCEPTED].includes(code)) refused.push(`${operation.operationId}: ${printed.slice(0, 400)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(refused).toEqual([]);
}, 240_000);
