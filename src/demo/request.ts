/** Sends one request to the public API of a running service, as any backend would. */
import { setTimeout as delay } from 'node:timers/promises';

export interface DemoTarget {
  /** Where the service is, such as `http://localhost:3000`. */
  readonly address: string;
  readonly apiKey: string;
  readonly programId: string;
}

/** Waits out a 429 as its response asks. @throws Error for every other refusal. */
export async function request<T>(target: DemoTarget, method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(new URL(path, target.address), {
    method,
    headers: { Authorization: `Bearer ${target.apiKey}`, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (response.status === 429) {
    await delay(Number(response.headers.get('retry-after') ?? 1) * 1_000);
    return request(target, method, path, body);
  }
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T; // as the description of the route says
}
