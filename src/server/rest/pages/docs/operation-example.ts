/** Builds a curl request to copy, from the examples that the description gives for every required part. */
import type { DocumentedOperation } from './reference';

export function curlOf({ method, path, parameters, requestBody }: DocumentedOperation): string {
  const valueOf = (wanted: string): string => String(parameters.find(({ name }) => name === wanted)?.example ?? '');
  const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) => valueOf(name));
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name }) => `${name}=${encodeURIComponent(valueOf(name))}`);
  const key = path.startsWith('/v1/admin/') ? 'ADMIN_API_KEY' : 'API_KEY';
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "$BASE${filled}${query.length > 0 ? `?${query.join('&')}` : ''}"`,
    `-H "Authorization: Bearer $${key}"`,
  ];
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (content) lines.push(`-H 'Content-Type: ${type}'`, `-d '${quoted(content.example)}'`);
  return lines.join(' \\\n  ');
}

/** Escapes a value for single quotes of the shell. */
const quoted = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2)).replaceAll("'", `'\\''`);
