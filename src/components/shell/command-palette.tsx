/** ⌘K: any page by its name, any record by its id or name. */
'use client';
import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { Dialog } from 'radix-ui';
import { NAVIGATION, offered } from './navigation';
import { PaletteRecords } from './palette-records';
import { useScoped } from './scoped-link';
import { useMay } from './session';

const item = 'data-[selected=true]:bg-sunken flex min-h-9 items-center gap-2 rounded-[4px] px-2 [&_svg]:size-4 [&_svg]:text-ink-faint';

export function CommandPalette() {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const may = useMay();
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
  const change = (next: boolean) => {
    setOpen(next);
    setText('');
  };
  const go = (href: string, outside = false) => {
    change(false);
    if (outside) window.location.assign(href);
    else router.push(scoped(href));
  };
  return (
    <Dialog.Root open={open} onOpenChange={change}>
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
          className="panel enter-fade fixed top-[12vh] left-1/2 z-50 w-[min(36rem,calc(100vw-2rem))] -translate-x-1/2 overflow-hidden shadow-xl"
        >
          <Dialog.Title className="sr-only">Find anything</Dialog.Title>
          <Command loop label="Find anything">
            <Command.Input
              value={text}
              onValueChange={setText}
              placeholder="A page, a name, an id"
              className="border-line placeholder:text-ink-faint h-11 w-full border-b bg-transparent px-4 outline-none"
            />
            <Command.List className="max-h-96 overflow-y-auto p-2">
              <PaletteRecords text={text.trim()} className={item} onGo={go} />
              <Command.Group
                heading="Pages"
                className="[&_[cmdk-group-heading]]:text-ink-faint [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-xs"
              >
                {NAVIGATION.flatMap((section) => offered(section.pages, may)).map(({ title, href, icon: Icon, outside }) => (
                  <Command.Item key={href} value={title} onSelect={() => go(href, outside)} className={item}>
                    <Icon aria-hidden /> {title}
                  </Command.Item>
                ))}
              </Command.Group>
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
