/** Checks how deeply JSON is nested: what parses can still overflow the stack of whoever walks it. */

export function depthExceeds(value: object, levels: number): boolean {
  if (levels === 0) return true;
  for (const child of Array.isArray(value) ? value : Object.values(value)) {
    if (child !== null && typeof child === 'object' && depthExceeds(child, levels - 1)) return true;
  }
  return false;
}
