/** Links to the views of one page, each at its own URL. */
'use client';
import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { cn } from '@/components/ui/cn';
import { ScopedLink } from './scoped-link';

interface PageView {
  readonly href: string;
  readonly label: string;
}

export function PageViews({ label, views }: { label: string; views: readonly PageView[] }) {
  const path = usePathname();
  const bar = useRef<HTMLElement>(null);
  // On narrow screens the current view may be scrolled out of sight.
  useEffect(() => {
    bar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [path]);
  return (
    <nav ref={bar} aria-label={label} className="border-line mb-4 flex gap-4 overflow-x-auto border-b">
      {views.map(({ href, label: name }) => (
        <ScopedLink
          key={href}
          href={href}
          aria-current={path === href ? 'page' : undefined}
          className={cn(
            '-mb-px border-b-2 px-1 py-2 font-medium whitespace-nowrap',
            path === href ? 'border-accent text-ink' : 'text-ink-soft border-transparent',
          )}
        >
          {name}
        </ScopedLink>
      ))}
    </nav>
  );
}
