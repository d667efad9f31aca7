/**
 * Loads parts of a page that are not visible at first, such as dialogs, once the page is in use, so that they are ready
 * when needed. Whoever renders them need not know.
 * The server renders only the fallback; a part that fails to load says so in place and leaves the page as it is.
 */
'use client';
import { useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import { NotLoaded } from './not-loaded';
import { afterFirstInteraction } from './first-interaction';
import { Waiting } from './waiting';

/** The fallback of a part that fills its container. */
export const FILLING = <Waiting className="h-40" />;

/** The loading state of a part. */
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
      // A failure is hidden until the part is rendered, which retries.
      become({ failed: shown.size > 0 });
    } finally {
      asking = false;
    }
  };
  const listen = (show: () => void) => {
    shown.add(show);
    return () => shown.delete(show);
  };
  const subscribe = (show: () => void) => {
    const leave = listen(show);
    void ask();
    return leave;
  };
  return { ask, listen, subscribe, current: () => state };
}

/** @param fallback shown while it loads; null for parts above the page. */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const loading = loadingOf(load);
  afterFirstInteraction(loading.ask);
  return function OnDemand(props: Props) {
    const { Part, failed } = useSyncExternalStore<Loading<Props>>(loading.subscribe, loading.current, () => NOTHING);
    if (Part) return <Part {...props} />;
    return failed ? <NotLoaded onRetry={loading.ask} above={fallback === null} /> : fallback;
  };
}

/**
 * The same for a large part of what is visible at first: it is fetched once the page is in use and not before.
 * @param Before stands in its place until then.
 */
export function onceInUse<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Before: ComponentType<Props>,
): ComponentType<Props> {
  const loading = loadingOf(load);
  afterFirstInteraction(loading.ask);
  return function OnceInUse(props: Props) {
    const { Part, failed } = useSyncExternalStore<Loading<Props>>(loading.listen, loading.current, () => NOTHING);
    if (Part) return <Part {...props} />;
    return failed ? <NotLoaded onRetry={loading.ask} above={false} /> : <Before {...props} />;
  };
}
