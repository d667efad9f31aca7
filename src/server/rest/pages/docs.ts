/** The API reference, rendered from the OpenAPI description: one page for each section, what all routes share, and the guides. */
import { DomainError } from '@/domain/errors';
import { singleton } from '@/server/singleton';
import type { RestResponse } from '../message';
import { openApiDocument } from '../openapi';
import { coffeeYear, COFFEE_YEAR_TITLE } from './coffee-year';
import { curlOf } from './docs-example';
import { fieldRows, typeName, type Schema, type Schemas } from './docs-schema';
import { html, htmlResponse, inline, page, prose, type Html } from './html';
import { scalingGuide, SCALING_GUIDE_TITLE } from './scaling-guide';
import { webhookGuide, WEBHOOK_GUIDE_TITLE } from './webhook-guide';

interface Parameter {
  readonly $ref?: string;
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
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
    return { description: document.info.description, baseUrl: document.servers[0]!.url, operations, sections, schemas, parameters };
  });
}

interface Guide {
  readonly title: string;
  readonly main: () => Html;
}

/** By their paths. */
const GUIDES: Readonly<Record<string, Guide>> = {
  webhooks: { title: WEBHOOK_GUIDE_TITLE, main: webhookGuide },
  scaling: { title: SCALING_GUIDE_TITLE, main: scalingGuide },
  'coffee-year': { title: COFFEE_YEAR_TITLE, main: coffeeYear },
};

/**
 * @param section '' for the overview.
 * @throws DomainError not_found for a section that does not exist.
 */
export function docsPage(section: string): RestResponse {
  const all = reference();
  if (section === '') return htmlResponse(page('API reference', overview(all), navigation(all, section)));
  const guide = Object.hasOwn(GUIDES, section) ? GUIDES[section] : undefined;
  if (guide) return htmlResponse(page(guide.title, guide.main(), navigation(all, section)));
  if (!all.sections.includes(section)) throw new DomainError('not_found', 'The reference has no such section.');
  const operations = all.operations.filter(({ tags }) => tags.includes(section));
  const main = html`<h1>${titleOf(section)}</h1>
    ${operations.map((operation) => operationMarkup(operation, all))}`;
  return htmlResponse(page(titleOf(section), main, navigation(all, section)));
}

const titleOf = (section: string): string => section.charAt(0).toUpperCase() + section.slice(1).replaceAll('-', ' ');

function navigation({ sections }: Reference, current: string): Html {
  const link = (section: string, title: string): Html =>
    html`<li><a href="/docs/${section}" ${section === current ? html` aria-current="page"` : null}>${title}</a></li>`;
  return html`<ul>
    <li><a href="/docs" ${current === '' ? html` aria-current="page"` : null}>Overview</a></li>
    ${Object.entries(GUIDES).map(([path, { title }]) => link(path, title))} ${sections.map((section) => link(section, titleOf(section)))}
  </ul>`;
}

function overview({ description, operations, baseUrl }: Reference): Html {
  const rows = operations.map(
    ({ method, path, summary, tags, operationId }) =>
      html`<tr>
        <td>
          <span class="method">${method}</span><a href="/docs/${tags[0]}#${operationId}"><code>${path}</code></a>
        </td>
        <td>${summary}</td>
      </tr> `,
  );
  return html`<h1>API reference</h1>
    <p>Base address: <code>${baseUrl}</code></p>
    ${prose(description)}
    <h2>Routes</h2>
    <table>
      <thead>
        <tr>
          <th>Route</th>
          <th>What it does</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`;
}

function operationMarkup(operation: DocumentedOperation, all: Reference): Html {
  const { method, path, operationId, summary, description, requestBody, responses } = operation;
  const body = requestBody?.content?.['application/json']?.schema;
  return html`<section>
    <h2 id="${operationId}">${summary}</h2>
    <p><span class="method">${method}</span><code>${path}</code></p>
    ${description ? prose(description) : null} ${parametersMarkup(operation, all)}
    ${
      body
        ? html`<h3>Body</h3>
            ${fieldsTable(body, all.schemas)}`
        : null
    }
    <h3>Answers</h3>
    ${Object.entries(responses).map(([status, response]) => answerMarkup(status, response, all.schemas))}
    <p class="soft">
      Idempotency: <code>${operation['x-service-idempotency']}</code>. Errors:
      ${Object.keys(responses)
        .filter((status) => Number(status) >= 400)
        .join(', ')}.
    </p>
    <h3>Example</h3>
    <pre><code>${curlOf(operation, body, all.schemas, all.baseUrl)}</code></pre>
  </section>`;
}

function parametersMarkup({ parameters }: DocumentedOperation, all: Reference): Html | null {
  const resolved = parameters.map((parameter) => (parameter.$ref ? all.parameters[parameter.$ref.split('/').at(-1)!]! : parameter));
  if (resolved.length === 0) return null;
  const rows = resolved.map(
    (parameter) =>
      html`<tr>
        <td><code>${parameter.name}</code></td>
        <td>${parameter.in}${parameter.required ? ', required' : null}</td>
        <td>${typeName(parameter.schema, all.schemas)}</td>
        <td>${inline(parameter.description ?? parameter.schema.description ?? '')}</td>
      </tr> `,
  );
  return html`<h3>Parameters</h3>
    <table>
      <thead>
        <tr>
          <th>Name</th>
          <th>In</th>
          <th>Type</th>
          <th></th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`;
}

function answerMarkup(status: string, response: Content & { description?: string }, schemas: Schemas): Html | null {
  if (Number(status) >= 400) return null;
  const schema = response.content?.['application/json']?.schema;
  return html`<p><strong>${status}</strong> ${response.description}</p>
    ${schema ? fieldsTable(schema, schemas) : null}`;
}

function fieldsTable(schema: Schema, schemas: Schemas): Html {
  const rows = fieldRows(schema, schemas).map(
    ({ name, type, required, description }) =>
      html`<tr>
        <td><code>${name}</code></td>
        <td>${type}${required ? null : html` <span class="soft">optional</span>`}</td>
        <td>${inline(description)}</td>
      </tr> `,
  );
  return html`<table>
    <thead>
      <tr>
        <th>Field</th>
        <th>Type</th>
        <th></th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}
