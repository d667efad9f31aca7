/**
 * Keeps one instance per process. The page bundles and the server entry load modules separately, so whatever must exist once
 * (a pool, a limiter, the engine) is kept here. Never keep instances of the project's own classes: another bundle has its own
 * classes of the same names.
 */
export function singleton<T>(name: string, create: () => T): T {
  const store = globalThis as unknown as Record<symbol, T | undefined>;
  const key = Symbol.for(`rewards.${name}`);
  return (store[key] ??= create());
}

/** Forgets an instance after it was closed. */
export function dropSingleton(name: string): void {
  const store = globalThis as unknown as Record<symbol, unknown>;
  delete store[Symbol.for(`rewards.${name}`)];
}
