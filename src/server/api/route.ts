/**
 * Declares a procedure's REST route once, for the request handler, the API description and the tool
 * server alike.
 */
import type { OpenApiMeta } from 'trpc-to-openapi';
import type { ZodObject } from 'zod';
import { present } from '@/domain/assert';
import type { ErrorStatus } from '@/domain/errors';
import type { Access } from './access';

type RouteMethod = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
type SuccessStatus = 200 | 201 | 202 | 204;

/**
 * How a repeated request is recognised (contract: "Idempotency"). `replay`: the first outcome is
 * kept 24 hours under the `Idempotency-Key` header. `conflict_safe`: a permanent record under the
 * key in the header or body. `natural_key`: the body carries its own identity. `none`: not at all.
 */
export type IdempotencyMarker = 'replay' | 'conflict_safe' | 'natural_key' | 'none';

export interface RouteDeclaration {
  method: RouteMethod;
  path: `/v1/${string}`;
  summary: string;
  description?: string;
  /** Success statuses, the usual one first; a procedure picks another through `ctx.reply`. Default 200. */
  status?: SuccessStatus | readonly [SuccessStatus, ...SuccessStatus[]];
  /** Input fields that come from the query string although the method takes a body. */
  query?: readonly string[];
  /** Default `none`. */
  idempotency?: IdempotencyMarker;
  /** A sample request body, where one with only the required fields would make no sense. */
  example?: Readonly<Record<string, unknown>>;
  /** Error statuses specific to the route; those common to all routes are added. */
  errors: readonly ErrorStatus[];
  /** Default: the first path segment after /v1. */
  tags?: readonly string[];
  /** Whether only the admin key may call the route. */
  admin?: boolean;
  /** Schema of one row of the answer's `data`: the route then also answers in CSV to `Accept: text/csv` or `?format=csv`. */
  csv?: ZodObject;
  /** The answer is a file, streamed in pieces: the procedure returns an `AsyncIterable<string>`. */
  file?: DeclaredFile;
  /** The body is a file of this media type, not JSON: all other input comes from path and query, and the procedure reads `ctx.upload`. */
  upload?: DeclaredUpload;
  /** The `Location` of what a 201 created, with fields of the answer or the input in braces. */
  location?: `/v1/${string}`;
}

export interface DeclaredUpload {
  readonly type: string;
  readonly maxBytes: number;
  readonly example: string;
}

export interface DeclaredFile {
  /** Media type. */
  readonly type: string;
  readonly name: string;
  /** Whether its name carries the time at which it was written. */
  readonly dated?: boolean;
}

/** The name of a file written at this time. */
export function fileName({ name, dated }: DeclaredFile, at: Date): string {
  if (!dated) return name;
  const dot = name.lastIndexOf('.');
  return `${name.slice(0, dot)}-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z${name.slice(dot)}`;
}

export interface Route extends Omit<RouteDeclaration, 'status' | 'tags' | 'query' | 'idempotency' | 'admin'> {
  readonly statuses: readonly [SuccessStatus, ...SuccessStatus[]];
  readonly pathParams: readonly string[];
  readonly query: readonly string[];
  readonly idempotency: IdempotencyMarker;
  readonly errors: readonly ErrorStatus[];
  readonly admin: boolean;
  /** Whether input fields other than those of the path and `query` come from a JSON body. */
  readonly takesBody: boolean;
}

/** tRPC metadata of a procedure; one without `route` serves only the dashboard. */
export type ProcedureMeta = { access?: Access; route?: Route; openapi?: NonNullable<OpenApiMeta['openapi']> };

const EVERY_ROUTE: readonly ErrorStatus[] = [400, 401, 403, 429, 500, 503];
const WITH_BODY: readonly ErrorStatus[] = [413, 415];
const WITH_KEY: readonly ErrorStatus[] = [409];

/** Builds the metadata of a procedure that is served under /v1. */
export function route(declaration: RouteDeclaration): Required<Omit<ProcedureMeta, 'access'>> {
  const { method, path, summary, description, status = 200, query = [], idempotency = 'none', tags, admin = false } = declaration;
  const takesBody = method === 'POST' || method === 'PATCH' || method === 'PUT';
  const keyed = idempotency === 'replay' || idempotency === 'conflict_safe';
  const errors = new Set([...EVERY_ROUTE, ...(takesBody ? WITH_BODY : []), ...(keyed ? WITH_KEY : []), ...declaration.errors]);
  return {
    route: {
      ...declaration,
      statuses: typeof status === 'number' ? [status] : status,
      pathParams: [...path.matchAll(/\{[^}]+\}/g)].map(([braced]) => braced.slice(1, -1)),
      query,
      idempotency,
      errors: [...errors].sort((a, b) => a - b),
      admin,
      takesBody,
    },
    openapi: { method, path, summary, description, tags: [...(tags ?? [present(path.split('/')[2], 'every path begins with /v1/')])] },
  };
}
