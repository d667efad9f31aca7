/** Light, dark or as the system has it, and the place where short messages appear. */
'use client';
import { ThemeProvider } from 'next-themes';
import { useEffect, useState, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import { onDemand } from './on-demand';
import { whenPresent } from './presence';
import { isWaiting, onWaiting } from './toast';

const RETRY_MS = 3_000;

/** Asked for until it comes, since without it nothing can be said. */
const toaster = (): Promise<ComponentType> =>
  import('./toaster').then(
    (loaded) => loaded.Toaster,
    () => new Promise((resolve) => setTimeout(resolve, RETRY_MS)).then(toaster),
  );
const Toaster = onDemand(toaster);

/** @param nonce under which the page may set its colours before anything is shown. */
export const Look = ({ children, nonce }: { children: ReactNode; nonce: string | undefined }) => (
  <ThemeProvider nonce={nonce} attribute="class" defaultTheme="system" enableSystem disableTransitionOnChange>
    {children}
    <Messages />
  </ThemeProvider>
);

/** There before the first message, whenever that can be: a screen reader only hears of what changes in a place that it knows. */
function Messages() {
  const [present, setPresent] = useState(false);
  const waiting = useSyncExternalStore(onWaiting, isWaiting, () => false);
  useEffect(() => whenPresent(() => setPresent(true)), []);
  return (present || waiting) && <Toaster />;
}
