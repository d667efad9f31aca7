/** The two lists of the webhooks page, each with an address of its own. */
'use client';
import { usePathname } from 'next/navigation';
import { ScopedLink } from '@/components/shell/scoped-link';
import { cn } from '@/components/ui/cn';

const VIEWS = [
  { href: '/webhooks', label: 'Endpoints' },
  { href: '/webhooks/deliveries', label: 'Deliveries' },
] as const;

export function WebhookViews() {
  const path = usePathname();
  return (
    <nav aria-label="Webhooks" className="border-line mb-4 flex gap-4 border-b">
      {VIEWS.map(({ href, label }) => (
        <ScopedLink
          key={href}
          href={href}
          aria-current={path === href ? 'page' : undefined}
          className={cn(
            '-mb-px border-b-2 px-1 py-2 font-medium',
            path === href ? 'border-accent text-ink' : 'text-ink-soft border-transparent',
          )}
        >
          {label}
        </ScopedLink>
      ))}
    </nav>
  );
}
