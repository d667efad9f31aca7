/** The sidebar: the organization on top, then every page. */
'use client';
import { usePathname } from 'next/navigation';
import { cn } from '@/components/ui/cn';
import { isCurrent, NAVIGATION, offered, type Page } from './navigation';
import { OrganizationSwitch } from './organization-switch';
import { ScopedLink } from './scoped-link';
import { useMay } from './session';

/** @param onNavigate lets a narrow screen close the drawer around it. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const may = useMay();
  return (
    <div className="flex h-full flex-col gap-2 p-2">
      <OrganizationSwitch />
      <nav aria-label="Pages" className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto pt-2">
        {NAVIGATION.map((section) => (
          <div key={section.title ?? 'main'}>
            {section.title && <h2 className="text-ink-faint px-2 pb-1 text-xs font-medium">{section.title}</h2>}
            <ul className="flex flex-col gap-0.5">
              {offered(section.pages, may).map((page) => (
                <li key={page.href}>
                  <Entry page={page} onNavigate={onNavigate} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </div>
  );
}

function Entry({ page: { title, href, icon: Icon, outside }, onNavigate }: { page: Page; onNavigate?: () => void }) {
  const current = isCurrent(href, usePathname());
  const look = cn(
    'rounded-control flex h-8 items-center gap-2 px-2 font-medium',
    current ? 'bg-accent-soft text-ink' : 'text-ink-soft hover:bg-sunken hover:text-ink',
  );
  const content = (
    <>
      <Icon className={cn('size-4 shrink-0', current ? 'text-accent' : 'text-ink-faint')} aria-hidden />
      {title}
    </>
  );
  if (outside)
    return (
      <a href={href} className={look}>
        {content}
      </a>
    );
  return (
    <ScopedLink href={href} className={look} aria-current={current ? 'page' : undefined} onClick={onNavigate}>
      {content}
    </ScopedLink>
  );
}
