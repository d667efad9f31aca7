/** Names fields in refusals as the request of a route does, where it calls them otherwise than the work that refuses. */
import { DomainError } from '@/domain/errors';

/**
 * @param names what the work calls a field, and what the route does: `{ program_id: 'id' }`. Paths that begin with the field follow.
 * @throws DomainError of `work`, with its fields renamed.
 */
export async function naming<T>(names: Readonly<Record<string, string>>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof DomainError ? renamed(error, names) : error;
  }
}

/** The same refusal, with its fields renamed. */
export function renamed({ code, message, param, fields, details }: DomainError, names: Readonly<Record<string, string>>): DomainError {
  const asSent = (path: string): string => path.replace(/^[^.[]+/, (first) => names[first] ?? first);
  const sent = param === undefined ? undefined : asSent(param);
  return new DomainError(code, message.replace(`\`${param}\``, `\`${sent}\``), {
    param: sent,
    fields: fields?.map((fault) => ({ ...fault, field: asSent(fault.field) })),
    details,
  });
}
