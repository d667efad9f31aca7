/** Creates an invitation link, which the inviting user passes on. */
'use client';
import { useMutation } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { copyText } from '@/components/ui/clipboard';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { statusLabel } from '@/components/ui/badge';
import { useSession } from '@/components/shell/session';
import type { Role } from '@/server/platform/context';
import { failureOf } from '@/trpc/failure';
import { invitationLink, inviteMember, ROLES, ROLE_WORDS } from './team-api';

export function InviteDialog({ onClose, onInvited }: { onClose: () => void; onInvited: () => void }) {
  const { organization } = useSession();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('MEMBER');
  const [link, setLink] = useState<string | null>(null);
  const invite = useMutation({
    mutationFn: () => inviteMember(organization.id, email.trim(), role),
    onSuccess: ({ id }) => {
      setLink(invitationLink(id));
      onInvited();
    },
  });
  const failure = invite.error ? failureOf(invite.error) : null;
  const offered = ROLES.filter((other) => organization.role === 'OWNER' || other !== 'OWNER').map((value) => ({
    value,
    label: statusLabel(value),
    about: ROLE_WORDS[value],
  }));
  if (link) return <LinkDialog link={link} email={email} onClose={onClose} />;
  return (
    <FormDialog
      title={`Invite to ${organization.name}`}
      description="You get a link to pass on. It works for seven days and only for this address."
      onSubmit={() => invite.mutate()}
      onClose={onClose}
      failure={failure}
      submitLabel="Create link"
      pending={invite.isPending}
    >
      <Field label="Email" required error={failure?.fields.email}>
        <Input type="email" value={email} onChange={(event) => setEmail(event.target.value)} autoComplete="off" />
      </Field>
      <Field label="Role" required hint={`${ROLE_WORDS[role]}.`}>
        <Select options={offered} value={role} onChange={setRole} />
      </Field>
    </FormDialog>
  );
}

const LinkDialog = ({ link, email, onClose }: { link: string; email: string; onClose: () => void }) => (
  <Dialog
    open
    onOpenChange={(open) => !open && onClose()}
    title={`Send this link to ${email}`}
    description="The person who opens it joins with that address. The invitation stays listed here until it is used."
  >
    <div className="flex items-center gap-2">
      <code className="bg-sunken border-line rounded-control min-w-0 flex-1 border px-2 py-1.5 font-mono text-xs break-all select-all">
        {link}
      </code>
      <Button onClick={() => void copyText(link, 'Link')}>
        <Copy aria-hidden /> Copy
      </Button>
    </div>
    <DialogActions>
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    </DialogActions>
  </Dialog>
);
