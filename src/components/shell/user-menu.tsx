/** The user menu: account, theme and sign-out. */
'use client';
import { Keyboard, KeyboardOff, LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react';
import { useTheme } from 'next-themes';
import { useRouter } from 'next/navigation';
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from '@/components/ui/dropdown-menu';
import { statusLabel } from '@/components/ui/badge';
import { setShortcuts, useShortcuts } from '@/components/ui/keys';
import { toast } from '@/components/ui/toast';
import { auth, authMessage } from './auth-client';
import { GUIDED_START } from './navigation';
import { useScoped } from './scoped-link';
import { useSession } from './session';
import { useShowShortcuts } from './shortcuts';

const THEMES = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'system', label: 'System', icon: Monitor },
] as const;

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');

async function signOut(): Promise<void> {
  const { error } = await auth((library) => library.signOut());
  if (error) toast.error(authMessage(error));
  else window.location.assign('/login');
}

export function UserMenu() {
  const { user, organization } = useSession();
  const { theme, setTheme } = useTheme();
  const shortcuts = useShortcuts();
  const showShortcuts = useShowShortcuts();
  const router = useRouter();
  const scoped = useScoped();
  const trigger = (
    <button
      type="button"
      aria-label={`${initials(user.name)}: signed in as ${user.name}`}
      className="bg-sunken border-line-strong text-ink-soft hover:text-ink size-8 shrink-0 rounded-full border text-xs font-semibold"
    >
      {initials(user.name)}
    </button>
  );
  return (
    <DropdownMenu trigger={trigger}>
      <div className="px-2 py-1.5">
        <p className="font-medium">{user.name}</p>
        <p className="text-ink-faint text-xs">{user.email}</p>
        <p className="text-ink-faint text-xs">
          {statusLabel(organization.role)} of {organization.name}
        </p>
      </div>
      <MenuSeparator />
      <MenuItem onSelect={() => router.push('/account')}>
        <UserRound aria-hidden /> Account
      </MenuItem>
      <MenuItem onSelect={() => router.push(scoped(GUIDED_START.href))}>
        <GUIDED_START.icon aria-hidden /> {GUIDED_START.title}
      </MenuItem>
      <MenuItem onSelect={showShortcuts}>
        <Keyboard aria-hidden /> Keyboard shortcuts
      </MenuItem>
      <MenuItem onSelect={() => setShortcuts(!shortcuts)}>
        <KeyboardOff aria-hidden /> {shortcuts ? 'Turn off single-key shortcuts' : 'Turn on single-key shortcuts'}
      </MenuItem>
      <MenuSeparator />
      <MenuLabel>Look</MenuLabel>
      {THEMES.map(({ value, label, icon: Icon }) => (
        <MenuItem
          key={value}
          onSelect={() => setTheme(value)}
          aria-current={theme === value ? 'true' : undefined}
          className={theme === value ? 'font-medium' : undefined}
        >
          <Icon aria-hidden /> {label}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={() => void signOut()}>
        <LogOut aria-hidden /> Sign out
      </MenuItem>
    </DropdownMenu>
  );
}
