/** ⌘K: finds any page by name and any record by id or name. Its content loads when first opened. */
'use client';
import { Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { Dialog } from 'radix-ui';
import { onDemand } from '@/components/ui/on-demand';
import { useScoped } from './scoped-link';

const PaletteContent = onDemand(
  () => import('./palette-content').then((loaded) => loaded.PaletteContent),
  <div className="h-[27rem]" aria-busy="true" />,
);

export function CommandPalette() {
  const [open, setOpen] = useState(false);
  const router = useRouter();
  const scoped = useScoped();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setOpen((shown) => !shown);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const leave = (go: () => void) => {
    setOpen(false);
    go();
  };
  const go = (href: string, outside = false) => leave(() => (outside ? window.location.assign(href) : router.push(scoped(href))));
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className="border-line-strong text-ink-faint hover:text-ink rounded-control flex h-8 items-center gap-2 border px-2.5">
        <Search className="size-4" aria-hidden />
        <span className="hidden md:inline">Find anything</span>
        <span className="sr-only md:hidden">Find anything</span>
        <kbd className="bg-sunken hidden rounded-[4px] px-1 font-sans text-xs md:inline">⌘K</kbd>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="enter-fade fixed inset-0 z-40 bg-black/40" />
        <Dialog.Content
          aria-describedby=""
          data-modal=""
          className="panel enter-fade fixed top-[12vh] left-1/2 z-50 w-[min(36rem,calc(100vw-2rem))] -translate-x-1/2 overflow-hidden shadow-xl"
        >
          <Dialog.Title className="sr-only">Find anything</Dialog.Title>
          <PaletteContent onGo={go} onView={(href) => leave(() => router.push(href))} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
