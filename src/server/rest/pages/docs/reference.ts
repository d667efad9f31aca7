/** Renders the API reference from the OpenAPI description: one page per section, and what all routes share. */
import { only, present } from '@/domain/assert';
import { DomainError } from '@/domain/errors';
import { singleton } from '@/server/platform/singleton';
import type { Schema, Schemas } from '../../json-schema';
import { openApiDocument } from '../../openapi';
import { escapeMarkup, html, inline, prose, table, type Html } from '../html';
import { example, examplesMarkup, type Example } from './example';
import { headingMarkup } from './markdown';
import { curlOf } from './operation-example';
import { fieldRows, typeName } from './schema';

interface Parameter {
  readonly $ref?: string;
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
}

export interface DocumentedOperation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly description?: string; readonly $ref?: string }>>;
  readonly 'x-service-idempotency': string;
}

interface Reference {
  readonly description: string;
  readonly baseUrl: string;
  readonly operations: readonly DocumentedOperation[];
  readonly sections: readonly string[];
  readonly schemas: Schemas;
  readonly parameters: Readonly<Record<string, Parameter>>;
}

function reference(): Reference {
  return singleton('docs', () => {
    // The part of the description that is shown, in which the document above has put no references but to schemas and parameters.
    const document = JSON.parse(JSON.stringify(openApiDocument())) as {
      info: { description: string };
      servers: { url: string }[];
      paths: Record<string, Record<string, DocumentedOperation>>;
      components: { schemas: Schemas; parameters: Record<string, Parameter> };
    };
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        parameters: operation.parameters ?? [],
        path,
        method: method.toUpperCase(),
      })),
    );
    const { schemas, parameters } = document.components;
    const sections = [...new Set(operations.flatMap(({ tags }) => tags))].sort();
    return { description: document.info.description, baseUrl: only(document.servers).url, operations, sections, schemas, parameters };
  });
}

/** The first segments of the paths, which group the routes. */
export const operationSections = (): readonly string[] => reference().sections;

export const documentedOperations = (): readonly DocumentedOperation[] => reference().operations;

export const titleOfSection = (section: string): string => section.charAt(0).toUpperCase() + section.slice(1).replaceAll('-', ' ');

/** The address at which an operation is documented. */
export const addressOf = ({ tags, operationId }: Pick<DocumentedOperation, 'tags' | 'operationId'>): string =>
  `/docs/api/${tags[0]}#${operationId}`;

/** The names of all fields that an operation takes and returns. */
export function fieldNamesOf({ parameters, requestBody, responses }: DocumentedOperation): string[] {
  const { schemas, parameters: shared } = reference();
  const contents = [requestBody, ...Object.entries(responses).flatMap(([status, response]) => (Number(status) < 400 ? [response] : []))];
  const fields = contents.flatMap((content) => {
    const schema = content?.content?.['application/json']?.schema;
    return schema ? fieldRows(schema, schemas).map(({ name }) => name) : [];
  });
  return [...new Set([...parameters.map((parameter) => resolved(parameter, shared).name), ...fields])];
}

const resolved = (parameter: Parameter, shared: Reference['parameters']): Parameter =>
  parameter.$ref ? present(shared[parameter.$ref.replace(/.*\//, '')], 'the description has every parameter that it refers to') : parameter;

/** @throws DomainError not_found for a section that does not exist. */
export function sectionMarkup(section: string): Html {
  const all = reference();
  if (!all.sections.includes(section)) throw new DomainError('not_found', 'The reference has no such section.');
  const operations = all.operations.filter(({ tags }) => tags.includes(section));
  return html`<h1>${titleOfSection(section)}</h1>
    ${operations.map((operation) => operationMarkup(operation, all))}`;
}

export function routesMarkup(): Html {
  const { description, operations, baseUrl } = reference();
  const rows = operations.map(({ method, path, summary, tags, operationId }) => [
    html`<span class="method">${method}</span><a href="${addressOf({ tags, operationId })}"><code>${path}</code></a>`,
    summary,
  ]);
  return html`<h1>All routes</h1>
    <p>Base URL: <code>${baseUrl}</code></p>
    ${prose(description)}
    <p>
      This reference is generated from <a href="/openapi.json">the OpenAPI document</a>, which is generated from the schemas that check each
      request.
    </p>
    <h2 id="routes">Routes</h2>
    ${table(['Route', 'What it does'], rows)}`;
}

/** A curl request to copy. */
export const operationExample = (operation: DocumentedOperation): Example =>
  example(`route-${operation.operationId}`, 'sh', curlOf(operation));

function operationMarkup(operation: DocumentedOperation, all: Reference): Html {
  const { method, path, operationId, summary, description, requestBody, responses } = operation;
  return html`<section>
    ${headingMarkup(2, escapeMarkup(summary ?? operationId), operationId)}
    <p><span class="method">${method}</span><code>${path}</code></p>
    ${description ? prose(description) : null} ${parametersMarkup(operation, all)}
    ${
      requestBody?.content
        ? html`<h3>Body</h3>
            ${contentMarkup(requestBody, all.schemas)}`
        : null
    }
    <h3>Responses</h3>
    ${Object.entries(responses).map(([status, response]) => answerMarkup(status, response, all.schemas))} ${answerExample(operation)}
    <p class="soft">
      Idempotency: <code>${operation['x-service-idempotency']}</code>. Errors:
      ${Object.keys(responses)
        .filter((status) => Number(status) >= 400)
        .join(', ')}.
    </p>
    <h3>Example request</h3>
    ${examplesMarkup([operationExample(operation)])}
  </section>`;
}

function parametersMarkup({ parameters }: DocumentedOperation, all: Reference): Html | null {
  if (parameters.length === 0) return null;
  const rows = parameters
    .map((parameter) => resolved(parameter, all.parameters))
    .map((parameter) => [
      html`<code>${parameter.name}</code>`,
      [parameter.in, parameter.required ? ', required' : null],
      typeName(parameter.schema, all.schemas),
      inline(parameter.description ?? parameter.schema.description ?? ''),
    ]);
  return html`<h3>Parameters</h3>
    ${table(['Name', 'In', 'Type', 'Meaning'], rows)}`;
}

function answerMarkup(status: string, response: Content & { description?: string }, schemas: Schemas): Html | null {
  if (Number(status) >= 400) return null;
  return html`<p><strong>${status}</strong> ${response.description}</p>
    ${contentMarkup(response, schemas)}`;
}

/** The fields of the JSON form, and the names of any other forms. */
function contentMarkup({ content = {} }: Content, schemas: Schemas): Html {
  const { 'application/json': json, ...others } = content;
  const types = Object.keys(others).map((type) => html` <code>${type}</code>`);
  return html`${json ? fieldsTable(json.schema, schemas) : null}
  ${types.length > 0 ? html`<p>${json ? 'Also as' : 'As'}${types}.</p>` : null}`;
}

/** The example of the usual response, as given in the description. */
function answerExample({ operationId, responses }: DocumentedOperation): Html | null {
  const [content] = Object.values(responses).flatMap((response) => response.content?.['application/json'] ?? []);
  if (content?.example === undefined) return null;
  const shown = example(`answer-${operationId}`, 'json', JSON.stringify(content.example, null, 2));
  return html`<details>
    <summary>Example response</summary>
    ${examplesMarkup([shown])}
  </details>`;
}

function fieldsTable(schema: Schema, schemas: Schemas): Html {
  const rows = fieldRows(schema, schemas).map(({ name, type, required, description }) => [
    html`<code>${name}</code>`,
    [type, required ? null : html` <span class="soft">optional</span>`],
    inline(description),
  ]);
  return table(['Field', 'Type', 'Meaning'], rows);
}
