/**
 * Keeps one instance per process. The page bundles and the server entry load modules separately, so whatever must exist once
 * (a pool, a limiter, the engine) is kept here. Never keep instances of the project's own classes: another bundle has its own
 * classes of the same names.
 */
// Nothing else of the process has a field by this symbol.
const store = ((globalThis as unknown as Record<symbol, Map<string, unknown> | undefined>)[Symbol.for('rewards')] ??= new Map());

export function singleton<T>(name: string, create: () => T): T {
  const existing = store.get(name);
  if (existing !== undefined) return existing as T; // a name is used in one place, for instances of one type
  const created = create();
  store.set(name, created);
  return created;
}

/** Forgets an instance after it was closed. */
export function dropSingleton(name: string): void {
  store.delete(name);
}
