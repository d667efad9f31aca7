/** The menu of a list's saved views: opens one, saves the current filters as one, edits and removes them. */
'use client';
import { Bookmark, Check, ChevronDown, Star, Users } from 'lucide-react';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { toast } from '@/components/ui/toast';
import type { SavedView } from '@/contract/saved-view';
import { PROGRAM_PARAMETER } from '@/components/shell/program-filter';
import { useScoped } from '@/components/shell/scoped-link';
import { Button } from '@/components/ui/button';
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from '@/components/ui/dropdown-menu';
import { onDemand } from '@/components/ui/on-demand';
import { offerUndo } from '@/components/ui/undo';
import { failureOf } from '@/trpc/failure';
import { useViewChanges, useViews } from './use-views';
import { isBare, viewHref, viewQuery } from './view-query';

const ViewDialog = onDemand(() => import('./view-dialog').then((loaded) => loaded.ViewDialog));

export function ViewMenu() {
  const page = usePathname();
  const parameters = useSearchParams();
  const router = useRouter();
  const scoped = useScoped();
  const views = useViews(page);
  /** `new`, or the id of the view being edited. */
  const [editing, setEditing] = useState<string | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const query = viewQuery(parameters.toString());
  const same = views.find((view) => viewQuery(view.query) === query);
  // The opened view stays current while its filters change, so that they can be saved to it.
  const current = same ?? views.find(({ id }) => id === opened);
  const open = (view: SavedView) => {
    setOpened(view.id);
    router.push(viewHref(view));
  };
  const showAll = () => {
    setOpened(null);
    router.push(scoped(page));
  };
  useOpeningView(views, setOpened);
  return (
    <>
      <DropdownMenu
        align="end"
        trigger={
          <Button className="ml-auto min-w-0 shrink" aria-label={current ? `Views: ${current.name}` : 'Views'}>
            <Bookmark aria-hidden />
            <span className="max-w-40 truncate">{current ? `${current.name}${same ? '' : ' (changed)'}` : 'Views'}</span>
            <ChevronDown aria-hidden className="text-ink-faint" />
          </Button>
        }
      >
        <MenuItem onSelect={showAll}>
          <Mark on={query === '' && !same} /> Everything
        </MenuItem>
        {views.map((view) => (
          <MenuItem key={view.id} onSelect={() => open(view)} aria-current={view === current ? 'true' : undefined}>
            <Mark on={view === same} />
            <span className="max-w-64 min-w-0 flex-1 truncate">{view.name}</span>
            {view.is_default && <Star className="text-ink-faint" aria-label="Opens with the list" />}
            {view.shared && <Users className="text-ink-faint" aria-label="Shared with the team" />}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem disabled={Boolean(same)} className="data-disabled:text-ink-faint" onSelect={() => setEditing('new')}>
          Save this view…
        </MenuItem>
        {current && <CurrentItems view={current} query={query} changed={!same} onEdit={() => setEditing(current.id)} />}
      </DropdownMenu>
      {editing && (
        <ViewDialog
          page={page}
          query={query}
          view={views.find(({ id }) => id === editing)}
          onClose={() => setEditing(null)}
          onSaved={setOpened}
        />
      )}
    </>
  );
}

const Mark = ({ on }: { on: boolean }) => <Check className={on ? 'text-accent' : 'invisible'} aria-hidden />;

interface CurrentItemsProps {
  view: SavedView;
  query: string;
  /** Whether the list has changed since. */
  changed: boolean;
  onEdit: () => void;
}

function CurrentItems({ view, query, changed, onEdit }: CurrentItemsProps) {
  const { create, update, remove, setDefault } = useViewChanges();
  const { id, page, name } = view;
  const failed = (error: unknown) => void toast.error(failureOf(error).message);
  const removed = async () => {
    // The latest version: the page's copy may be older.
    const last = await remove.mutateAsync({ id });
    offerUndo(`View “${last.name}” removed.`, () => create.mutateAsync(last));
  };
  return (
    <>
      <MenuSeparator />
      <MenuLabel>
        {name}
        {!view.own && ` · shared by ${view.owner_name}`}
      </MenuLabel>
      {view.changeable && changed && (
        <MenuItem onSelect={() => void update.mutateAsync({ id, query }).then(() => toast.success(`View “${name}” updated.`), failed)}>
          Update with the current filters
        </MenuItem>
      )}
      {view.changeable && <MenuItem onSelect={onEdit}>Rename or share…</MenuItem>}
      <MenuItem onSelect={() => void setDefault.mutateAsync({ page, id: view.is_default ? null : id }).catch(failed)}>
        {view.is_default ? 'Open the list without a view' : 'Open the list with this view'}
      </MenuItem>
      {view.changeable && (
        <MenuItem danger onSelect={() => void removed().catch(failed)}>
          Remove
        </MenuItem>
      )}
    </>
  );
}

/** Applies the user's default view when the URL has no filters; only once, so that filters can be cleared afterwards. */
function useOpeningView(views: readonly SavedView[], onOpened: (id: string) => void): void {
  const router = useRouter();
  const parameters = useSearchParams();
  const waiting = useRef(isBare(parameters, PROGRAM_PARAMETER));
  const view = views.find(({ is_default }) => is_default);
  useEffect(() => {
    if (!isBare(parameters, PROGRAM_PARAMETER)) waiting.current = false;
    if (!waiting.current || !view) return;
    waiting.current = false;
    onOpened(view.id);
    if (view.query) router.replace(viewHref(view));
  }, [parameters, view, router, onOpened]);
}
