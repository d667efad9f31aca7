/** What is wrong with an answer, whatever was asked: nothing may be, also when the request was meant to do harm. */
import { ERROR_CODES, errorFamily, type ErrorCode } from '@/domain/errors';
import { assertDocumented } from '../documented';
import type { RawAnswer, RawRequest } from '../http';

/** Words of the implementation, which are nobody's business. */
const INSIDE =
  /prisma|postgres|\bpg_|node_modules|\bzod|trpc|undefined|\[object |relation "|column "|violates|syntax error at|(Type|Range|Reference|Syntax)Error|\bat \S+ \(|\.[jt]s:\d+/i;

/** Whoever waits this long for an answer was made to wait. A sandbox clock does a year of work when it is moved by one. */
const LONGEST_MS = 20_000;

/** Sentences about the answer; none when it is as it should be. */
export function faultsOf(request: RawRequest, answer: RawAnswer, ms: number): string[] {
  const faults: string[] = [];
  if (answer.status >= 500) faults.push(`answered ${answer.status}`);
  if (ms > LONGEST_MS) faults.push(`took ${Math.round(ms)} ms`);
  try {
    assertDocumented(request.method, request.path, answer);
  } catch (error) {
    faults.push((error as Error).message.slice(0, 600));
  }
  const { headers } = answer;
  if (headers['cache-control'] !== 'no-store' || headers['x-content-type-options'] !== 'nosniff') faults.push('may be cached or sniffed');
  if (answer.status >= 400) faults.push(...faultsOfError(answer));
  return faults;
}

function faultsOfError({ status, headers, text }: RawAnswer): string[] {
  const faults: string[] = [];
  const body = errorIn(text);
  if (!body) return ['is an error without a body of the contract'];
  const { code, type, message, request_id } = body;
  if (!(code in ERROR_CODES)) faults.push(`has the unknown code ${code}`);
  else if (ERROR_CODES[code as ErrorCode].status !== status) faults.push(`has the code ${code}, which is no ${status}`);
  else if (type !== errorFamily(ERROR_CODES[code as ErrorCode].status)) faults.push(`has the type ${type} at ${status}`);
  if (request_id !== headers['x-request-id']) faults.push('names another request id in its body than in its header');
  if (!/[.!?]$/.test(message)) faults.push(`says no sentence: ${message}`);
  const [word] = INSIDE.exec(text) ?? [];
  if (word !== undefined) faults.push(`has a word of the implementation: ${word}`);
  return faults;
}

interface ErrorText {
  readonly code: string;
  readonly type: string;
  readonly message: string;
  readonly request_id: string;
}

function errorIn(text: string): ErrorText | null {
  try {
    const body = JSON.parse(text) as Partial<ErrorText> | null;
    return typeof body?.code === 'string' && typeof body.message === 'string' ? (body as ErrorText) : null;
  } catch {
    return null;
  }
}
