/** Provides the session to every component of the shell. The server decides it; nothing here grants access. */
'use client';
import { createContext, useContext, type ReactNode } from 'react';
import type { Role } from '@/server/platform/context';

export interface ShellOrganization {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly mode: 'LIVE' | 'SANDBOX';
  readonly role: Role;
  readonly clockOffsetMs: number;
  /** Whether it requires two-factor sign-in of its members. */
  readonly requireTwoFactor: boolean;
}

export interface ShellSession {
  readonly user: { readonly id: string; readonly name: string; readonly email: string; readonly twoFactor: boolean };
  readonly organization: ShellOrganization;
  readonly organizations: readonly ShellOrganization[];
}

const Context = createContext<ShellSession | null>(null);

export const SessionProvider = ({ session, children }: { session: ShellSession; children: ReactNode }) => (
  <Context value={session}>{children}</Context>
);

export function useSession(): ShellSession {
  const session = useContext(Context);
  if (!session) throw new Error('useSession needs the dashboard shell around it');
  return session;
}

/** What the user is offered by role and kind of organization. The server checks again. */
export function useMay(): { readonly change: boolean; readonly manage: boolean; readonly sandbox: boolean } {
  const { role, mode } = useSession().organization;
  return { change: role !== 'VIEWER', manage: role === 'OWNER' || role === 'ADMIN', sandbox: mode === 'SANDBOX' };
}
