/** The columns of the pending invitations, with the actions on each. */
import { Copy } from 'lucide-react';
import type { Column } from '@/components/data-table/column';
import { Badge, statusLabel } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { copyText } from '@/components/ui/clipboard';
import { RelativeTime } from '@/components/ui/relative-time';
import { invitationLink, type TeamInvitation } from './team-api';

interface InvitationActions {
  /** Replaces the invitation with a new one. */
  onRenew: (invitation: TeamInvitation) => void;
  onCancel: (id: string) => void;
}

const hasEnded = ({ expiresAt }: TeamInvitation): boolean => Date.parse(expiresAt) <= Date.now();

export const invitationColumns = ({ onRenew, onCancel }: InvitationActions): Column<TeamInvitation>[] => [
  { header: 'Email', cell: (row) => <span className="font-medium break-all">{row.email}</span>, text: (row) => row.email },
  { header: 'Role', from: 'sm', cell: (row) => <Badge>{statusLabel(row.role)}</Badge>, text: (row) => row.role },
  {
    header: 'Ends',
    from: 'sm',
    cell: (row) => (hasEnded(row) ? <Badge tone="warning">Expired</Badge> : <RelativeTime at={row.expiresAt} real />),
    text: (row) => row.expiresAt,
  },
  {
    header: 'Actions',
    numeric: true,
    control: true,
    cell: (row) => (
      <span className="inline-flex flex-col items-end gap-x-1 sm:flex-row">
        {!hasEnded(row) && (
          <Button variant="quiet" size="small" onClick={() => void copyText(invitationLink(row.id), 'Link')}>
            <Copy aria-hidden /> Link
          </Button>
        )}
        <Button variant="quiet" size="small" onClick={() => onRenew(row)}>
          Invite again
        </Button>
        <Button variant="quiet" size="small" onClick={() => onCancel(row.id)}>
          Withdraw
        </Button>
      </span>
    ),
    text: () => '',
  },
];
