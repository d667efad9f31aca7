/**
 * One instance for the whole process. The page bundles and the server entry load modules
 * separately; what must exist once (a pool, a limiter, the engine) is kept here. Never keep what
 * holds objects of our own classes: another bundle has other classes of the same names.
 */
export function singleton<T>(name: string, create: () => T): T {
  const store = globalThis as unknown as Record<symbol, T | undefined>;
  const key = Symbol.for(`rewards.${name}`);
  return (store[key] ??= create());
}

/** Forgets an instance, after it was closed. */
export function dropSingleton(name: string): void {
  const store = globalThis as unknown as Record<symbol, unknown>;
  delete store[Symbol.for(`rewards.${name}`)];
}
