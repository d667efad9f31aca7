/**
 * Parts of a page that are not seen when it opens, such as dialogs: not loaded with the page, but as soon as somebody
 * uses it, so that they are there when they are asked for. Whatever shows them needs to know nothing of this.
 */
'use client';
import { lazy, type ComponentType, type ReactNode } from 'react';
import { Late } from './late';
import { whenPresent } from './presence';
import { Waiting } from './waiting';

/** In the place of a part that fills its surroundings. */
export const FILLING = <Waiting className="h-40" />;

/** @param fallback stands in its place while it is loaded. */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load() }));
  // One that could not be loaded is asked for again, and fails, when it is shown.
  whenPresent(() => load().catch(() => undefined));
  return function OnDemand(props: Props) {
    return (
      <Late fallback={fallback}>
        <Part {...props} />
      </Late>
    );
  };
}
