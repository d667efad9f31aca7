/** Finds what is wrong with an answer, whatever the request; even a hostile one must be answered properly. */
import { ERROR_CODES, errorFamily, type ErrorCode } from '@/domain/errors';
import { assertDocumented } from '../documented';
import type { RawAnswer, RawRequest } from '../http';

/** Implementation details that must not leak. */
const INSIDE =
  /prisma|postgres|\bpg_|node_modules|\bzod|trpc|undefined|\[object |relation "|column "|violates|syntax error at|(Type|Range|Reference|Syntax)Error|\bat \S+ \(|\.[jt]s:\d+/gi;

/** The first word of the implementation that an answer says of itself: one that was sent may come back as `received`. */
export function wordOfInside(answer: string, sent: string): string | undefined {
  const words = [...answer.matchAll(INSIDE)].map(([word]) => word);
  return words.find((word) => !sent.toLowerCase().includes(word.toLowerCase()));
}

/** What the caller wrote, as far as it is text. */
function sentText({ path, body }: RawRequest): string {
  const written = typeof body === 'string' ? body : new TextDecoder().decode(body);
  return `${path} ${decoded(path)} ${written}`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}

/** Whether an operation of a batch, which is answered with 200 all the same, has failed as no request may. */
const hasFailedOperation = (answer: string): boolean => /"http_status":5\d\d/.test(answer);

/** A longer answer is a fault, also one that moves a sandbox clock, which does the work on the way first. */
const LONGEST_MS = 20_000;

/** The faults of an answer, one sentence each; empty when there are none. */
export function faultsOf(request: RawRequest, answer: RawAnswer, ms: number): string[] {
  const faults: string[] = [];
  if (answer.status >= 500) faults.push(`answered ${answer.status}`);
  if (hasFailedOperation(answer.text)) faults.push('answered an operation of a batch with a failure of the service');
  if (ms > LONGEST_MS) faults.push(`took ${Math.round(ms)} ms`);
  try {
    assertDocumented(request.method, request.path, answer);
  } catch (error) {
    faults.push((error as Error).message.slice(0, 600));
  }
  const { headers } = answer;
  if (headers['cache-control'] !== 'no-store' || headers['x-content-type-options'] !== 'nosniff') faults.push('may be cached or sniffed');
  if (answer.status >= 400) faults.push(...faultsOfError(answer, sentText(request)));
  return faults;
}

function faultsOfError({ status, headers, text }: RawAnswer, sent: string): string[] {
  const faults: string[] = [];
  const body = errorIn(text);
  if (!body) return ['is an error without a body of the contract'];
  const { code, type, message, request_id } = body;
  if (!(code in ERROR_CODES)) faults.push(`has the unknown code ${code}`);
  else if (ERROR_CODES[code as ErrorCode].status !== status) faults.push(`has the code ${code}, which is no ${status}`);
  else if (type !== errorFamily(ERROR_CODES[code as ErrorCode].status)) faults.push(`has the type ${type} at ${status}`);
  if (request_id !== headers['x-request-id']) faults.push('names another request id in its body than in its header');
  if (!/[.!?]$/.test(message)) faults.push(`says no sentence: ${message}`);
  const word = wordOfInside(text, sent);
  if (word !== undefined) faults.push(`has a word of the implementation: ${word}`);
  return faults;
}

/** The faults of a procedure's or tool's answer, whose refusals are wrapped in another protocol. */
export function faultsOfCall(request: RawRequest, { status, text }: RawAnswer): string[] {
  if (status >= 500) return [`answered ${status}`];
  if (hasFailedOperation(text)) return ['answered an operation of a batch with a failure of the service'];
  const refusal = refusalIn(text);
  if (refusal === undefined) return status >= 400 ? ['is an error without a word of what is wrong'] : [];
  const faults: string[] = [];
  const word = wordOfInside(JSON.stringify(refusal), sentText(request));
  if (word !== undefined) faults.push(`has a word of the implementation: ${word}`);
  if (typeof refusal === 'object' && !(refusal.code in ERROR_CODES)) faults.push(`has the unknown code ${refusal.code}`);
  if (typeof refusal === 'object' && refusal.code === 'internal_error') faults.push('is a failure of the service');
  return faults;
}

interface Enveloped {
  readonly error?: { readonly message?: string; readonly data?: { readonly failure?: ErrorText } };
  readonly result?: { readonly isError?: boolean; readonly content?: readonly { readonly text: string }[] };
  readonly code?: string;
}

/** The refusal in an answer, or the message of one that reached no procedure; undefined when it is none. */
function refusalIn(text: string): ErrorText | string | undefined {
  const data = /^data: (.*)$/m.exec(text)?.[1];
  const body = parsedOrNull<Enveloped | Enveloped[]>(data ?? text);
  const [first] = Array.isArray(body) ? body : [body];
  if (!first) return undefined;
  if (first.result?.isError) return parsedOrNull<ErrorText>(first.result.content?.[0]?.text ?? '') ?? first.result.content?.[0]?.text;
  return first.error?.data?.failure ?? first.error?.message ?? (first.code === undefined ? undefined : (first as ErrorText));
}

function parsedOrNull<T>(text: string): T | null {
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}

interface ErrorText {
  readonly code: string;
  readonly type: string;
  readonly message: string;
  readonly request_id: string;
}

function errorIn(text: string): ErrorText | null {
  const body = parsedOrNull<Partial<ErrorText>>(text);
  return typeof body?.code === 'string' && typeof body.message === 'string' ? (body as ErrorText) : null;
}
