/** Reads the error code out of what a request was really answered with. */
import type { ErrorCode } from '@/domain/errors';
import { origin, organization, type Answer } from '../api';
import { send, type RawRequest } from '../http';

export interface Answered {
  readonly code: unknown;
  /** Null where the code is part of a body: of an event that failed, or of a row that was refused. */
  readonly status: number | null;
}

/** Sends a real request that is answered with a code. */
export type Provocation = () => Promise<Answered>;
export type Provocations = Partial<Record<ErrorCode, Provocation>>;

export const refusal = async <Body>(answer: Promise<Answer<Body>>): Promise<Answered> => {
  const { status, body } = await answer;
  return { status, code: (body as { code?: unknown }).code };
};

/** Sends a request as it stands, with the key of an organization unless it brings credentials. */
export async function raw(request: RawRequest): Promise<Answered> {
  const { key } = await organization();
  const { status, text } = await send(origin(), { ...request, headers: { authorization: `Bearer ${key}`, ...request.headers } });
  return { status, code: (JSON.parse(text) as { code?: unknown }).code };
}

/** Gives the code that stands within the body of an answer. */
export const within = async (code: Promise<unknown>): Promise<Answered> => ({ status: null, code: await code });
