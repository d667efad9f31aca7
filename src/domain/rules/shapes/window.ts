/** Computes the two periods that are compared: one that ends at a given time, and the equally long one before it. */

export interface ShapeWindow {
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
}

const DAY_MS = 86_400_000;

export function shapeWindows(asOf: Date, days: number): { readonly current: ShapeWindow; readonly baseline: ShapeWindow } {
  const from = new Date(asOf.getTime() - days * DAY_MS);
  return { current: { from, to: asOf }, baseline: { from: new Date(from.getTime() - days * DAY_MS), to: from } };
}
