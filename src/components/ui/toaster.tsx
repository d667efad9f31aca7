/** Draws the toasts; loaded with the first one. */
'use client';
import { useTheme } from 'next-themes';
import { useEffect } from 'react';
import { toast, Toaster as Library } from 'sonner';
import { isOneOf } from '@/domain/fields';
import { drawWith } from './toast';

const THEMES = ['light', 'dark', 'system'] as const;

export function Toaster() {
  const { theme } = useTheme();
  // After the library's own effects, because it draws only once it listens.
  useEffect(() => drawWith(toast), []);
  return (
    <Library
      theme={isOneOf(THEMES, theme) ? theme : undefined}
      position="bottom-right"
      toastOptions={{ className: '!rounded-[8px] !border-line !text-sm' }}
    />
  );
}
