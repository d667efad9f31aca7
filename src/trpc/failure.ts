/** Describes a failed call in one shape, whether the API refused it or the network lost it. */
import { TRPCClientError } from '@trpc/client';
import { fieldsOf } from '@/domain/fields';
import { fieldsWords, fieldWords, type WireField } from './field-words';

export interface RequestFailure {
  /** An API error code, or `network` when no response came. */
  readonly code: string;
  readonly message: string;
  readonly requestId?: string;
  /** The error of each field, by name. */
  readonly fields: Readonly<Record<string, string>>;
}

interface WireFailure {
  code: string;
  message: string;
  param?: string;
  fields?: WireField[];
  request_id?: string;
}

const NO_ANSWER: RequestFailure = {
  code: 'network',
  message: 'The service did not respond. Check your connection and try again.',
  fields: {},
};

/** A refusal from something other than the API, whose message may be shown as it is. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** @param field the field at fault, if any. */
  constructor(
    message: string,
    readonly field?: string,
  ) {
    super(message);
  }
}

export function failureOf(error: unknown): RequestFailure {
  if (error instanceof Refusal)
    return { code: 'refused', message: error.message, fields: error.field ? { [error.field]: error.message } : {} };
  const wire = error instanceof TRPCClientError ? (fieldsOf(error.data).failure as WireFailure | undefined) : undefined; // as the server's error formatter adds it
  if (!wire) return NO_ANSWER;
  const named = (wire.fields ?? []).map((field) => [field.field, fieldWords(field)] as const);
  const fields = named.length > 0 ? Object.fromEntries(named) : wire.param ? { [wire.param]: wire.message } : {};
  const message = named.length > 1 ? fieldsWords(named.length) : wire.message;
  return { code: wire.code, message, requestId: wire.request_id, fields };
}
