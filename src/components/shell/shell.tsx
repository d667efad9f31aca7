/** The frame of every page: the sidebar, the header, and in a sandbox its bar. */
'use client';
import { Menu } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { TooltipProvider } from '@/components/ui/tooltip';
import { ApiProvider } from '@/trpc/client';
import { ClockProvider } from './clock';
import { ClockMoverProvider } from './clock-mover';
import { CommandPalette } from './command-palette';
import { LoadingStatus } from './loading-status';
import { PaperHeading } from './paper-heading';
import { ProgramFilter } from './program-filter';
import { SandboxBar } from './sandbox-bar';
import { SessionProvider, type ShellSession } from './session';
import { ShortcutsProvider } from './shortcuts';
import { Sidebar } from './sidebar';
import { UserMenu } from './user-menu';

export function Shell({ session, children }: { session: ShellSession; children: ReactNode }) {
  return (
    <ApiProvider>
      <SessionProvider session={session}>
        <ClockProvider offsetMs={session.organization.clockOffsetMs}>
          <TooltipProvider>
            <a
              href="#content"
              className="bg-surface rounded-control sr-only z-50 px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
            >
              Skip to the content
            </a>
            {session.organization.mode === 'SANDBOX' ? (
              <ClockMoverProvider>
                <Frame bar={<SandboxBar />}>{children}</Frame>
              </ClockMoverProvider>
            ) : (
              <Frame>{children}</Frame>
            )}
          </TooltipProvider>
        </ClockProvider>
      </SessionProvider>
    </ApiProvider>
  );
}

const Frame = ({ bar, children }: { bar?: ReactNode; children: ReactNode }) => (
  <ShortcutsProvider>
    <div className="flex min-h-dvh flex-col">
      {bar}
      <div className="flex flex-1">
        <aside className="border-line bg-surface sticky top-(--bar) hidden h-[calc(100dvh-var(--bar))] w-60 shrink-0 border-r lg:block">
          <Sidebar />
        </aside>
        <div className="flex min-w-0 flex-1 flex-col">
          <Header />
          {/* A page whose columns are days says that it has use for a wide screen. */}
          <main id="content" className="mx-auto w-full max-w-7xl flex-1 p-4 has-[[data-wide]]:max-w-[112rem] sm:p-6">
            <PaperHeading />
            {children}
          </main>
          <LoadingStatus />
        </div>
      </div>
    </div>
  </ShortcutsProvider>
);

const Header = () => (
  <header className="border-line bg-surface flex h-14 items-center gap-2 border-b px-4 sm:px-6">
    <NarrowMenu />
    <ProgramFilter />
    <div className="flex-1" />
    <CommandPalette />
    <UserMenu />
  </header>
);

function NarrowMenu() {
  const [open, setOpen] = useState(false);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <Button variant="quiet" size="icon" aria-label="Open the menu" className="lg:hidden">
          <Menu aria-hidden />
        </Button>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="enter-fade fixed inset-0 z-40 bg-black/40" />
        <Dialog.Content aria-describedby="" className="bg-surface border-line enter-fade fixed inset-y-0 left-0 z-50 w-72 border-r">
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <Sidebar onNavigate={() => setOpen(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
