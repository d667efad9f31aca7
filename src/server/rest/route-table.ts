/**
 * Finds the procedure for a method and a path, in a tree built once from the routers. A literal segment wins over a parameter, and a
 * path that exists only under other methods is distinguished from one that does not exist.
 */
import type { AnyProcedure, AnyRouter } from '@trpc/server';
import { ZodObject } from 'zod';
import { present } from '@/domain/assert';
import { DomainError } from '@/domain/errors';
import { inputSchemaOf, metaOf, outputSchemaOf, proceduresOf } from '@/server/api/procedure-parts';
import type { Route } from '@/server/api/route';
import type { FieldsInReach } from '@/server/platform/input/unknown-field';
import { fieldKinds, type QueryFieldKind } from './query';

export interface Endpoint {
  /** The dotted name of the procedure, such as `programs.create`. */
  readonly name: string;
  readonly route: Route;
  readonly procedure: AnyProcedure;
  /** The input fields that are read from the query string, with the JSON type each is parsed as. */
  readonly queryFields: ReadonlyMap<string, QueryFieldKind>;
}

export interface Match {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
}

interface Node {
  readonly literals: Map<string, Node>;
  parameter?: Node;
  readonly endpoints: Map<string, Endpoint>;
}

const newNode = (): Node => ({ literals: new Map(), endpoints: new Map() });

export class RouteTable {
  private readonly root = newNode();
  readonly endpoints: readonly Endpoint[];

  /** @throws Error when two procedures claim the same method and path. */
  constructor(appRouter: AnyRouter) {
    this.endpoints = endpointsOf(appRouter);
    for (const endpoint of this.endpoints) this.add(endpoint);
  }

  private add(endpoint: Endpoint): void {
    const { method, path } = endpoint.route;
    let node = this.root;
    for (const segment of path.slice(1).split('/')) node = childFor(node, segment);
    if (node.endpoints.has(method)) throw new Error(`two procedures claim ${method} ${path}`);
    node.endpoints.set(method, endpoint);
  }

  /**
   * @param path as received: percent-encoded, without the query string.
   * @throws DomainError not_found; method_not_allowed with `details.allow`; bad_request when the path is not properly encoded.
   */
  find(method: string, path: string): Match {
    const ends: Found[] = [];
    collect(ends, { node: this.root, values: [] }, path.slice(1).split('/'), 0);
    const wanted = method === 'HEAD' ? 'GET' : method;
    for (const { node, values } of ends) {
      const endpoint = node.endpoints.get(wanted);
      if (endpoint) return { endpoint, params: paramsOf(endpoint.route.pathParams, values) };
    }
    if (ends.length === 0) throw new DomainError('not_found', 'Nothing exists at this path.');
    const allow = [...new Set(ends.flatMap(({ node }) => [...node.endpoints.keys()]))].flatMap((name) =>
      name === 'GET' ? ['GET', 'HEAD'] : [name],
    );
    throw new DomainError('method_not_allowed', `This path supports ${allow.join(', ')} only.`, { details: { allow } });
  }
}

interface Found {
  readonly node: Node;
  readonly values: readonly string[];
}

/** Adds to `ends` what the segments from `depth` on lead to, literals first. */
function collect(ends: Found[], found: Found, segments: readonly string[], depth: number): void {
  const { node, values } = found;
  const segment = segments[depth];
  if (segment === undefined) {
    if (node.endpoints.size > 0) ends.push(found);
    return;
  }
  if (segment === '') return;
  const literal = node.literals.get(segment);
  if (literal) collect(ends, { node: literal, values }, segments, depth + 1);
  if (node.parameter) collect(ends, { node: node.parameter, values: [...values, segment] }, segments, depth + 1);
}

const paramsOf = (names: readonly string[], values: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name, i) => [name, decoded(present(values[i], 'every parameter of the path took a segment'))]));

function childFor(node: Node, segment: string): Node {
  if (segment.startsWith('{')) return (node.parameter ??= newNode());
  let child = node.literals.get(segment);
  if (!child) node.literals.set(segment, (child = newNode()));
  return child;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new DomainError('bad_request', 'The path is not properly percent-encoded UTF-8.', { details: { reason: 'invalid_encoding' } });
  }
}

function endpointsOf(appRouter: AnyRouter): Endpoint[] {
  return [...proceduresOf(appRouter)].flatMap(([name, procedure]) => {
    const { route } = metaOf(procedure);
    return route ? [{ name, route, procedure, queryFields: fieldKinds(route, inputSchemaOf(procedure)) }] : [];
  });
}

/** The fields that the sender may have meant by one that the route does not take. */
export function fieldsInReach({ route, procedure }: Endpoint): FieldsInReach {
  const output = outputSchemaOf(procedure);
  return {
    input: inputSchemaOf(procedure),
    shown: route.takesBody ? (output instanceof ZodObject ? Object.keys(output.shape) : []) : [],
    changes: route.method === 'PATCH',
  };
}
