/** Switches between the user's organizations, with a full page load. */
'use client';
import { Check, ChevronsUpDown, Plus } from 'lucide-react';
import { useState } from 'react';
import { toast } from '@/components/ui/toast';
import { Badge } from '@/components/ui/badge';
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from '@/components/ui/dropdown-menu';
import { onDemand } from '@/components/ui/on-demand';
import { auth, authMessage } from './auth-client';
import { useSession } from './session';

const NewOrganizationDialog = onDemand(() => import('./new-organization').then((loaded) => loaded.NewOrganizationDialog));

/** Switches to an organization. Reloads the page, because all loaded data belongs to the previous one. */
export async function switchOrganization(organizationId: string): Promise<void> {
  const { error } = await auth((library) => library.organization.setActive({ organizationId }));
  if (error) toast.error(authMessage(error));
  else window.location.assign('/');
}

export const ModeBadge = ({ mode }: { mode: 'LIVE' | 'SANDBOX' }) => (
  <Badge tone={mode === 'SANDBOX' ? 'warning' : 'success'}>{mode === 'SANDBOX' ? 'Sandbox' : 'Live'}</Badge>
);

export function OrganizationSwitch() {
  const { organization, organizations } = useSession();
  const [creating, setCreating] = useState(false);
  const trigger = (
    <button
      type="button"
      className="rounded-control hover:bg-sunken border-line flex h-10 w-full shrink-0 items-center gap-2 border px-2 text-left"
    >
      <span className="min-w-0 flex-1 truncate font-semibold">{organization.name}</span>
      <ModeBadge mode={organization.mode} />
      <ChevronsUpDown className="text-ink-faint size-4 shrink-0" aria-label="Switch organization" />
    </button>
  );
  return (
    <>
      <DropdownMenu trigger={trigger} align="start">
        <MenuLabel>Organizations</MenuLabel>
        {organizations.map(({ id, name, mode }) => (
          <MenuItem key={id} onSelect={() => id !== organization.id && void switchOrganization(id)}>
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <ModeBadge mode={mode} />
            {id === organization.id && <Check className="text-accent" aria-label="Current" />}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem onSelect={() => setCreating(true)}>
          <Plus aria-hidden /> New organization
        </MenuItem>
      </DropdownMenu>
      {creating && <NewOrganizationDialog open onOpenChange={setCreating} />}
    </>
  );
}
