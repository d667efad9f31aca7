/** The columns of the members, with what the viewer may change about each. */
import type { TeamMember } from '@/contract/team';
import type { Column } from '@/components/data-table/column';
import { Badge, statusLabel } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { RelativeTime } from '@/components/ui/relative-time';
import { Select } from '@/components/ui/select';
import type { Role } from '@/server/platform/context';
import { ROLES } from './team-api';

interface MemberActions {
  /** The viewer's role. */
  viewer: Role;
  ownId: string;
  onRole: (member: TeamMember, role: Role) => void;
  onRemove: (member: TeamMember) => void;
  onTransfer: (member: TeamMember) => void;
  onLeave: (member: TeamMember) => void;
}

export function memberColumns({ viewer, ownId, onRole, onRemove, onTransfer, onLeave }: MemberActions): Column<TeamMember>[] {
  const owner = viewer === 'OWNER';
  const manage = owner || viewer === 'ADMIN';
  /** Only an owner may appoint an owner or change one. */
  const offered = ROLES.filter((role) => owner || role !== 'OWNER').map((role) => ({ value: role, label: statusLabel(role) }));
  const mayChange = (member: TeamMember) => manage && member.user_id !== ownId && (owner || member.role !== 'OWNER');
  const actions = (row: TeamMember) =>
    row.user_id === ownId ? (
      <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => onLeave(row)}>
        Leave
      </Button>
    ) : (
      mayChange(row) && (
        <span className="inline-flex flex-col items-end gap-x-1 sm:flex-row">
          {owner && row.role !== 'OWNER' && (
            <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => onTransfer(row)}>
              Make owner
            </Button>
          )}
          <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => onRemove(row)}>
            Remove
          </Button>
        </span>
      )
    );
  return [
    { header: 'Name', cell: (row) => <NameCell member={row} own={row.user_id === ownId} />, text: (row) => row.name },
    { header: 'Email', from: 'md', cell: (row) => row.email, text: (row) => row.email },
    {
      header: 'Role',
      cell: (row) =>
        mayChange(row) ? (
          <Select aria-label={`Role of ${row.name}`} options={offered} value={row.role} onChange={(role) => onRole(row, role)} />
        ) : (
          <Badge>{statusLabel(row.role)}</Badge>
        ),
      text: (row) => row.role,
    },
    ...(manage ? [TWO_FACTOR] : []),
    { header: 'Joined', from: 'lg', cell: (row) => <RelativeTime at={row.joined_at} real />, text: (row) => row.joined_at },
    { header: 'Actions', numeric: true, control: true, cell: actions, text: () => '' },
  ];
}

const TWO_FACTOR: Column<TeamMember> = {
  header: 'Two-factor',
  from: 'sm',
  cell: (row) => <Badge tone={row.two_factor ? 'success' : 'warning'}>{row.two_factor ? 'On' : 'Off'}</Badge>,
  text: (row) => (row.two_factor ? 'On' : 'Off'),
};

const NameCell = ({ member, own }: { member: TeamMember; own: boolean }) => (
  <span className="font-medium">
    {member.name}
    {own && <span className="text-ink-faint font-normal"> (you)</span>}
    <span className="text-ink-faint block text-xs font-normal break-all md:hidden">{member.email}</span>
  </span>
);
