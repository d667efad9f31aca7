/** Lists the pages in display order, for the sidebar and the command palette. */
import {
  ArrowLeftRight,
  Award,
  BellRing,
  Boxes,
  CalendarClock,
  CalendarDays,
  ChartColumn,
  Building2,
  Coins,
  Gift,
  History,
  KeyRound,
  LayoutDashboard,
  Logs,
  ListTree,
  Medal,
  Megaphone,
  Network,
  ScrollText,
  Shapes,
  ShoppingBag,
  ShoppingCart,
  TicketPercent,
  Trophy,
  Timer,
  Truck,
  UserPlus,
  Users,
  UsersRound,
  Webhook,
  Workflow,
  BookOpen,
  Rocket,
  type LucideIcon,
} from 'lucide-react';

export interface Page {
  readonly title: string;
  readonly href: string;
  readonly icon: LucideIcon;
  /** A letter or digit; pressed after `g`, it opens the page. */
  readonly letter?: string;
  /** Served by the API rather than as a page. */
  readonly outside?: boolean;
  /** Only for owners and admins. */
  readonly managers?: boolean;
  /** Only in sandboxes. */
  readonly sandbox?: boolean;
}

interface Section {
  readonly title: string | null;
  readonly pages: readonly Page[];
}

export const NAVIGATION: readonly Section[] = [
  {
    title: null,
    pages: [
      { title: 'Overview', href: '/', letter: 'o', icon: LayoutDashboard },
      { title: 'Participants', href: '/participants', letter: 'p', icon: Users },
      { title: 'Groups', href: '/groups', letter: 'g', icon: Network },
      { title: 'Events', href: '/events', letter: 'e', icon: ListTree },
      { title: 'Rules', href: '/rules', letter: 'r', icon: Workflow },
      { title: 'Tiers', href: '/tiers', letter: 't', icon: Award },
      { title: 'Automations', href: '/automations', letter: 'a', icon: CalendarClock },
      { title: 'Calendar', href: '/calendar', letter: 'u', icon: CalendarDays },
    ],
  },
  {
    title: 'Campaigns',
    pages: [
      { title: 'Campaigns', href: '/campaigns', letter: '1', icon: Megaphone },
      { title: 'Codes', href: '/codes', letter: '2', icon: TicketPercent },
      { title: 'Referrals', href: '/referrals', letter: '3', icon: UserPlus },
      { title: 'Challenges', href: '/challenges', letter: '4', icon: Trophy },
      { title: 'Leaderboards', href: '/leaderboards', letter: '5', icon: Medal },
      { title: 'Notices', href: '/notices', letter: '6', icon: BellRing },
    ],
  },
  {
    title: 'Spending',
    pages: [
      { title: 'Rewards', href: '/rewards', letter: 'w', icon: Gift },
      { title: 'Redemptions', href: '/redemptions', letter: 'd', icon: ShoppingBag },
      { title: 'Decisions', href: '/decisions', letter: 'n', icon: ShoppingCart },
      { title: 'Transfers', href: '/transfers', letter: 'x', icon: ArrowLeftRight },
      { title: 'Ledger', href: '/ledger', letter: 'l', icon: ScrollText },
      { title: 'Reports', href: '/reports', letter: 'b', icon: ChartColumn },
    ],
  },
  {
    title: 'Developers',
    pages: [
      { title: 'API keys', href: '/api-keys', letter: 'k', icon: KeyRound },
      { title: 'Webhooks', href: '/webhooks', letter: 'h', icon: Webhook },
      { title: 'Logs', href: '/logs', letter: 'i', icon: Logs },
      { title: 'Event shapes', href: '/event-shapes', letter: 'v', icon: Shapes },
      { title: 'Sandbox clock', href: '/sandbox', letter: 'c', icon: Timer, sandbox: true },
      { title: 'Documentation', href: '/docs', letter: 'q', icon: BookOpen, outside: true },
    ],
  },
  {
    title: 'Settings',
    pages: [
      { title: 'Programs', href: '/programs', letter: 'm', icon: Boxes },
      { title: 'Assets', href: '/assets', letter: 's', icon: Coins },
      { title: 'Fulfillment', href: '/fulfillment', letter: 'f', icon: Truck },
      { title: 'Audit log', href: '/audit', letter: 'y', icon: History, managers: true },
      { title: 'Team', href: '/team', letter: 'j', icon: UsersRound },
      { title: 'Organization', href: '/organization', letter: 'z', icon: Building2 },
    ],
  },
];

/** Offered in the palette and the user menu but not in the sidebar: nobody needs it for long. */
export const GUIDED_START: Page = { title: 'Guided start', href: '/start', icon: Rocket };

/** Whether `path` is the page at `href` or a detail below it. */
export const isCurrent = (href: string, path: string): boolean =>
  href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`);

export interface Viewer {
  /** Whether they may manage the organization. */
  readonly manage: boolean;
  /** Whether the organization is a sandbox. */
  readonly sandbox: boolean;
}

/** The `pages` a viewer is shown. */
export const offered = (pages: readonly Page[], { manage, sandbox }: Viewer): readonly Page[] =>
  pages.filter((page) => (manage || !page.managers) && (sandbox || !page.sandbox));
