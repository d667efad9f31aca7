/** Invites a person: the link is made here and handed over by whoever invites. */
'use client';
import { Copy } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { copyText } from '@/components/ui/clipboard';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { statusLabel } from '@/components/ui/badge';
import { useSession } from '@/components/shell/session';
import type { Role } from '@/server/context';
import { invitationLink, inviteMember, ROLES, ROLE_WORDS } from './team-api';

export function InviteDialog({ onClose, onInvited }: { onClose: () => void; onInvited: () => void }) {
  const { organization } = useSession();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('MEMBER');
  const [problem, setProblem] = useState<string | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const offered = ROLES.filter((other) => organization.role === 'OWNER' || other !== 'OWNER').map((value) => ({
    value,
    label: `${statusLabel(value)}: ${ROLE_WORDS[value]}`,
  }));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    setProblem(null);
    try {
      const { id } = await inviteMember(organization.id, email.trim(), role);
      setLink(invitationLink(id));
      onInvited();
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setPending(false);
    }
  };
  if (link) return <LinkDialog link={link} email={email} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Invite to ${organization.name}`}
      description="You get a link to hand over. It works for seven days and for this address only."
    >
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4" noValidate>
        <Field label="Email" required error={problem ?? undefined}>
          <Input type="email" value={email} onChange={(event) => setEmail(event.target.value)} autoComplete="off" />
        </Field>
        <Field label="Role" required>
          <Select options={offered} value={role} onChange={setRole} />
        </Field>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" pending={pending}>
            Make the link
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

const LinkDialog = ({ link, email, onClose }: { link: string; email: string; onClose: () => void }) => (
  <Dialog
    open
    onOpenChange={(open) => !open && onClose()}
    title={`Send this link to ${email}`}
    description="Whoever opens it joins with that address. It stays listed here until it is used."
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
