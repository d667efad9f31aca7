/** Computes the two periods that are compared: one that ends at a given time, and the equally long one before it. */
import { FIRST_INSTANT } from '@/domain/timestamp';

export interface ShapeWindow {
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
}

const DAY_MS = 86_400_000;

export function shapeWindows(asOf: Date, days: number): { readonly current: ShapeWindow; readonly baseline: ShapeWindow } {
  const from = daysBefore(asOf, days);
  return { current: { from, to: asOf }, baseline: { from: daysBefore(from, days), to: from } };
}

/** Windows stop at the first instant that a timestamp can name. */
const daysBefore = (date: Date, days: number): Date => new Date(Math.max(FIRST_INSTANT, date.getTime() - days * DAY_MS));
