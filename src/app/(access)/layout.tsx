/** Lays out the pages before the dashboard: one narrow column, nothing else. */
import type { ReactNode } from 'react';

const AccessLayout = ({ children }: { children: ReactNode }) => (
  <main className="flex min-h-dvh flex-col items-center px-4 pt-[14vh] pb-8">
    <div className="w-full max-w-sm">
      <p className="text-ink-soft mb-6 text-center font-semibold">Rewards</p>
      <div className="panel p-6">{children}</div>
    </div>
  </main>
);
export default AccessLayout;
