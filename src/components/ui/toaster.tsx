/** Draws the toasts; loaded with the first one. */
'use client';
import { useTheme } from 'next-themes';
import { useEffect } from 'react';
import { toast, Toaster as Library, type ToasterProps } from 'sonner';
import { drawWith } from './toast';

export function Toaster() {
  const { theme } = useTheme();
  // After the library's own effects, because it draws only once it listens.
  useEffect(() => drawWith(toast), []);
  return (
    <Library
      theme={theme as ToasterProps['theme']}
      position="bottom-right"
      toastOptions={{ className: '!rounded-[8px] !border-line !text-sm' }}
    />
  );
}
