/**
 * Parts of a page that are not seen when it opens, such as dialogs: not loaded with the page, but as soon as somebody
 * uses it, so that they are there when they are asked for. Whatever shows them needs to know nothing of this.
 * The server renders their place alone, and one that cannot be loaded says so there and leaves the page as it is.
 */
'use client';
import { useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import { NotLoaded } from './not-loaded';
import { whenPresent } from './presence';
import { Waiting } from './waiting';

/** In the place of a part that fills its surroundings. */
export const FILLING = <Waiting className="h-40" />;

/** What has come of a part so far. */
interface Loading<Props> {
  readonly Part?: ComponentType<Props>;
  readonly failed?: boolean;
}
const NOTHING = {};

function loadingOf<Props>(load: () => Promise<ComponentType<Props>>) {
  const shown = new Set<() => void>();
  let state: Loading<Props> = NOTHING;
  let asking = false;
  const become = (next: Loading<Props>) => {
    state = next;
    for (const show of shown) show();
  };
  const ask = async () => {
    if (asking || state.Part) return;
    asking = true;
    try {
      const Part = await load();
      become({ Part });
    } catch {
      // Until it is shown nobody misses it, and showing it asks again.
      become({ failed: shown.size > 0 });
    } finally {
      asking = false;
    }
  };
  const subscribe = (show: () => void) => {
    shown.add(show);
    void ask();
    return () => shown.delete(show);
  };
  return { ask, subscribe, current: () => state };
}

/** @param fallback stands in its place while it is loaded; null for what lies above the page. */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const loading = loadingOf(load);
  whenPresent(loading.ask);
  return function OnDemand(props: Props) {
    const { Part, failed } = useSyncExternalStore<Loading<Props>>(loading.subscribe, loading.current, () => NOTHING);
    if (Part) return <Part {...props} />;
    return failed ? <NotLoaded onRetry={loading.ask} above={fallback === null} /> : fallback;
  };
}
