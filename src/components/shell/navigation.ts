/** The pages there are, in the order in which they are offered; the sidebar and the palette both read it here. */
import {
  ArrowLeftRight,
  Award,
  Boxes,
  CalendarClock,
  ChartColumn,
  Building2,
  Coins,
  Gift,
  History,
  KeyRound,
  LayoutDashboard,
  Logs,
  ListTree,
  Network,
  ScrollText,
  Shapes,
  ShoppingBag,
  Timer,
  Truck,
  Users,
  UsersRound,
  Webhook,
  Workflow,
  BookOpen,
  type LucideIcon,
} from 'lucide-react';

export interface Page {
  readonly title: string;
  readonly href: string;
  readonly icon: LucideIcon;
  /** Served outside the pages, by the API itself. */
  readonly outside?: boolean;
  /** For owners and admins alone. */
  readonly managers?: boolean;
  /** Of sandboxes alone. */
  readonly sandbox?: boolean;
}

export interface Section {
  readonly title: string | null;
  readonly pages: readonly Page[];
}

export const NAVIGATION: readonly Section[] = [
  {
    title: null,
    pages: [
      { title: 'Overview', href: '/', icon: LayoutDashboard },
      { title: 'Participants', href: '/participants', icon: Users },
      { title: 'Groups', href: '/groups', icon: Network },
      { title: 'Events', href: '/events', icon: ListTree },
      { title: 'Rules', href: '/rules', icon: Workflow },
      { title: 'Tiers', href: '/tiers', icon: Award },
      { title: 'Automations', href: '/automations', icon: CalendarClock },
    ],
  },
  {
    title: 'Spending',
    pages: [
      { title: 'Rewards', href: '/rewards', icon: Gift },
      { title: 'Redemptions', href: '/redemptions', icon: ShoppingBag },
      { title: 'Transfers', href: '/transfers', icon: ArrowLeftRight },
      { title: 'Ledger', href: '/ledger', icon: ScrollText },
      { title: 'Reports', href: '/reports', icon: ChartColumn },
    ],
  },
  {
    title: 'Developers',
    pages: [
      { title: 'API keys', href: '/api-keys', icon: KeyRound },
      { title: 'Webhooks', href: '/webhooks', icon: Webhook },
      { title: 'Logs', href: '/logs', icon: Logs },
      { title: 'Event shapes', href: '/event-shapes', icon: Shapes },
      { title: 'Sandbox clock', href: '/sandbox', icon: Timer, sandbox: true },
      { title: 'API reference', href: '/docs', icon: BookOpen, outside: true },
    ],
  },
  {
    title: 'Settings',
    pages: [
      { title: 'Programs', href: '/programs', icon: Boxes },
      { title: 'Assets', href: '/assets', icon: Coins },
      { title: 'Fulfillment', href: '/fulfillment', icon: Truck },
      { title: 'Audit log', href: '/audit', icon: History, managers: true },
      { title: 'Team', href: '/team', icon: UsersRound },
      { title: 'Organization', href: '/organization', icon: Building2 },
    ],
  },
];

/** Whether `path` is the page at `href` or a detail below it. */
export const isCurrent = (href: string, path: string): boolean =>
  href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`);

export interface Viewer {
  /** Whether they may manage the organization. */
  readonly manage: boolean;
  /** Whether it is a sandbox. */
  readonly sandbox: boolean;
}

/** Those of `pages` that somebody is shown. */
export const offered = (pages: readonly Page[], { manage, sandbox }: Viewer): readonly Page[] =>
  pages.filter((page) => (manage || !page.managers) && (sandbox || !page.sandbox));
