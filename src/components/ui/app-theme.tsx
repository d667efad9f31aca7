/** Provides the theme (light, dark or system) and the region for toasts. */
'use client';
import { ThemeProvider } from 'next-themes';
import { useEffect, useState, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import { onDemand } from './on-demand';
import { afterFirstInteraction } from './first-interaction';
import { isWaiting, onWaiting } from './toast';

const RETRY_MS = 3_000;

/** Retried until it loads, because without it no message can be shown. */
const toaster = (): Promise<ComponentType> =>
  import('./toaster').then(
    (loaded) => loaded.Toaster,
    () => new Promise((resolve) => setTimeout(resolve, RETRY_MS)).then(toaster),
  );
const Toaster = onDemand(toaster);

/** @param nonce for the script that sets the colours before the first paint. */
export const AppTheme = ({ children, nonce }: { children: ReactNode; nonce: string | undefined }) => (
  <ThemeProvider nonce={nonce} attribute="class" defaultTheme="system" enableSystem disableTransitionOnChange>
    {children}
    <Messages />
  </ThemeProvider>
);

/** Mounted before the first message where possible: screen readers announce changes only in a region they know. */
function Messages() {
  const [present, setPresent] = useState(false);
  const waiting = useSyncExternalStore(onWaiting, isWaiting, () => false);
  useEffect(() => afterFirstInteraction(() => setPresent(true)), []);
  return (present || waiting) && <Toaster />;
}
