/** Light, dark or as the system has it, and the place where short messages appear. */
'use client';
import { ThemeProvider, useTheme } from 'next-themes';
import type { ReactNode } from 'react';
import { Toaster, type ToasterProps } from 'sonner';

export const Look = ({ children }: { children: ReactNode }) => (
  <ThemeProvider attribute="class" defaultTheme="system" enableSystem disableTransitionOnChange>
    {children}
    <Messages />
  </ThemeProvider>
);

function Messages() {
  const { theme } = useTheme();
  return (
    <Toaster
      theme={theme as ToasterProps['theme']}
      position="bottom-right"
      toastOptions={{ className: '!rounded-[8px] !border-line !text-sm' }}
    />
  );
}
