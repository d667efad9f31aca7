/** Defines a request and its response, independent of any framework: node:http and web requests are both converted to these. */
import type { Pieces } from '@/server/platform/text-stream';

export interface RestRequest {
  readonly method: string;
  /** As received: percent-encoded, without the query string. */
  readonly path: string;
  /** The text after `?`, or ''. */
  readonly query: string;
  /** Every value of a header, by its lower-case name. */
  header(name: string): readonly string[];
  /**
   * The whole body, read on the first call.
   * @throws DomainError request_too_large beyond 1 MiB, as soon as that is known.
   */
  readBody(): Promise<Uint8Array>;
  /**
   * The body as a stream, instead of `readBody`.
   * @throws DomainError request_too_large beyond `maxBytes`, request_canceled when it stops before its end.
   */
  openBody(maxBytes: number): AsyncIterable<Uint8Array>;
  /** The address of the peer, for the log and for loopback-only pages. */
  readonly remoteAddress: string | undefined;
}

export interface RestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null when the response has no content; streamed when it is too large to be held at once. */
  readonly body: string | Pieces | null;
}

export type RequestHandler = (request: RestRequest) => Promise<RestResponse>;

export const MAX_BODY_BYTES = 1024 * 1024;

/** The header's value, or its first one; undefined when it was not sent. */
export const firstHeader = (request: RestRequest, name: string): string | undefined => request.header(name)[0];
