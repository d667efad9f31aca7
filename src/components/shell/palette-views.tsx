/** Offers the saved views of every list by name. */
'use client';
import { Command } from 'cmdk';
import { Bookmark } from 'lucide-react';
import { useViews } from '@/components/views/use-views';
import { viewHref } from '@/components/views/view-query';
import { NAVIGATION } from './navigation';

/** The list's title in the navigation; a list below a page uses that page's. */
const titleOf = (page: string): string | undefined =>
  NAVIGATION.flatMap(({ pages }) => pages)
    .filter(({ href }) => href !== '/' && page.startsWith(href))
    .at(-1)?.title;

export function PaletteViews({ className, onGo }: { className: string; onGo: (href: string) => void }) {
  const views = useViews();
  if (views.length === 0) return null;
  return (
    <Command.Group
      heading="Views"
      className="[&_[cmdk-group-heading]]:text-ink-faint [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-xs"
    >
      {views.map((view) => (
        <Command.Item key={view.id} value={`${view.name} ${view.id}`} onSelect={() => onGo(viewHref(view))} className={className}>
          <Bookmark aria-hidden /> <span className="min-w-0 truncate">{view.name}</span>
          <span className="text-ink-faint ml-auto text-xs">{titleOf(view.page)}</span>
        </Command.Item>
      ))}
    </Command.Group>
  );
}
