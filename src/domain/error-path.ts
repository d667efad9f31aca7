/** Makes a failure inside one part of a larger request name its field by the path from the top. */
import { DomainError } from './errors';

/** @param path of the part within the request, such as `rule_sets[0].rules[1]`. */
export function atPath({ code, message, param, fields, details }: DomainError, path: string): DomainError {
  const inside = fields?.map((fault) => ({ ...fault, field: `${path}.${fault.field}` }));
  const [only] = inside ?? [];
  return new DomainError(code, inside?.length === 1 && only ? `\`${only.field}\`: ${only.message}` : message, {
    ...(param === undefined ? {} : { param: `${path}.${param}` }),
    ...(inside === undefined ? {} : { fields: inside }),
    ...(details === undefined ? {} : { details }),
  });
}

/** Does the work for a part of a request, with the fields of its failures put under `path`. */
export async function withErrorPath<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof DomainError ? atPath(error, path) : error;
  }
}
