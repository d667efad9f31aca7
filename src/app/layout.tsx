/** Wraps every page: the theme, and what must exist once per document. */
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import type { ReactNode } from 'react';
import { AppTheme } from '@/components/ui/app-theme';
import '@/styles/globals.css';

export const metadata: Metadata = { title: { default: 'Rewards', template: '%s · Rewards' }, robots: { index: false } };
export const viewport: Viewport = { width: 'device-width', initialScale: 1, colorScheme: 'light dark' };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return (
    <html lang="en" suppressHydrationWarning>
      <body>
        <AppTheme nonce={nonce}>
          <NuqsAdapter>{children}</NuqsAdapter>
        </AppTheme>
      </body>
    </html>
  );
}
