/** The content of the command palette: matching records and pages. */
'use client';
import { Command } from 'cmdk';
import { useState } from 'react';
import { GUIDED_START, NAVIGATION, offered } from './navigation';
import { PaletteRecords } from './palette-records';
import { PaletteViews } from './palette-views';
import { useMay } from './session';

const item = 'data-[selected=true]:bg-sunken flex min-h-9 items-center gap-2 rounded-[4px] px-2 [&_svg]:size-4 [&_svg]:text-ink-faint';

interface PaletteContentProps {
  /** Navigates to a path; `outside`: one served by the API itself. */
  onGo: (href: string, outside?: boolean) => void;
  /** Opens a saved view, whose URL is complete. */
  onView: (href: string) => void;
}

export function PaletteContent({ onGo, onView }: PaletteContentProps) {
  const [text, setText] = useState('');
  const may = useMay();
  return (
    <Command loop label="Find anything">
      <Command.Input
        autoFocus
        value={text}
        onValueChange={setText}
        placeholder="A page, a name, an id"
        className="border-line placeholder:text-ink-faint h-11 w-full border-b bg-transparent px-4 outline-none"
      />
      <Command.List className="max-h-96 overflow-y-auto p-2">
        <PaletteRecords text={text.trim()} className={item} onGo={onGo} />
        <PaletteViews className={item} onGo={onView} />
        <Command.Group
          heading="Pages"
          className="[&_[cmdk-group-heading]]:text-ink-faint [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-xs"
        >
          {[...NAVIGATION.flatMap((section) => offered(section.pages, may)), GUIDED_START].map(({ title, href, icon: Icon, outside }) => (
            <Command.Item key={href} value={title} onSelect={() => onGo(href, outside)} className={item}>
              <Icon aria-hidden /> {title}
            </Command.Item>
          ))}
        </Command.Group>
      </Command.List>
    </Command>
  );
}
