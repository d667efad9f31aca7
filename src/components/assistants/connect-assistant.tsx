/** Asks the user whether an assistant may read: who asks, what it would read, and in which organization and programs. */
'use client';
import { Check, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { MCP_SCOPES, type McpScope } from '@/domain/mcp';
import { auth } from '@/components/shell/auth-client';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { answerRequest } from './consent-api';
import { ProgramChoice, type ChosenPrograms } from './program-choice';

interface ConnectAssistantProps {
  /** The query of the page's URL, signed by the sign-in service. */
  query: string;
  request: { clientName: string; documentHost: string | null; redirectHost: string; scopes: readonly McpScope[] };
  /** The sign-in path that leads back here. */
  signedInPath: string;
  email: string;
  organizations: readonly { id: string; name: string; programs: readonly { id: string; name: string }[] }[];
}

const ON_THIS_COMPUTER = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

const Host = ({ name }: { name: string }) => <span className="text-ink inline-block max-w-full font-mono text-xs break-all">{name}</span>;

/** A web client is vouched for by its host; which app on a computer is asking, nobody can tell. */
function Question({ clientName, documentHost, redirectHost }: ConnectAssistantProps['request']) {
  const onThisComputer = ON_THIS_COMPUTER.test(redirectHost);
  return (
    <div>
      <h1 className="text-base font-semibold break-words">Let {clientName} read?</h1>
      <p className="text-ink-soft mt-2">
        {documentHost === null ? (
          'An assistant with this name'
        ) : (
          <>
            An assistant described by <Host name={documentHost} />
          </>
        )}{' '}
        asks to read your data. It will get the answer at <Host name={redirectHost} />
        {onThisComputer ? ', an app on this computer.' : '. Allow it only if you started this yourself.'}
      </p>
      {onThisComputer && (
        <p role="note" className="bg-warning-soft border-warning/30 rounded-panel mt-3 flex items-start gap-2 border p-3">
          <TriangleAlert className="text-warning mt-0.5 size-4 shrink-0" aria-hidden />
          <span className="min-w-0 break-words">
            Any app on this computer can use that name. Allow it only if you started this yourself, just now, in {clientName}.
          </span>
        </p>
      )}
    </div>
  );
}

function Scopes({ scopes }: { scopes: readonly McpScope[] }) {
  return (
    <div>
      <h2 className="text-ink-soft text-xs font-medium">It can read</h2>
      <ul className="mt-1 flex flex-col gap-1">
        {scopes.map((scope) => (
          <li key={scope} className="flex gap-2">
            <Check className="text-success mt-0.5 size-4 shrink-0" aria-hidden />
            {MCP_SCOPES[scope]}
          </li>
        ))}
      </ul>
      <p className="text-ink-soft mt-2">It cannot change anything. You can disconnect it at any time under Account.</p>
    </div>
  );
}

function Answered({ clientName }: { clientName: string }) {
  return (
    <div role="status">
      <h1 className="text-base font-semibold">Back to {clientName}</h1>
      <p className="text-ink-soft mt-2">Your answer was sent. You can close this page.</p>
    </div>
  );
}

export function ConnectAssistant({ query, request, signedInPath, email, organizations }: ConnectAssistantProps) {
  const [organizationId, setOrganizationId] = useState(organizations[0]?.id ?? '');
  const [programs, setPrograms] = useState<ChosenPrograms>('ALL');
  const [under, setUnder] = useState<'allow' | 'cancel' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [done, setDone] = useState(false);
  const { clientName, scopes } = request;
  const organization = organizations.find(({ id }) => id === organizationId);
  const answer = async (accept: boolean) => {
    if (accept && programs !== 'ALL' && programs.length === 0) return setProblem('Choose at least one program.');
    setUnder(accept ? 'allow' : 'cancel');
    setProblem(null);
    const choice = { organization_id: organizationId, program_ids: programs === 'ALL' ? null : [...programs] };
    const { url, message } = await answerRequest({ accept, oauth_query: query, ...(accept ? { choice } : {}) });
    setUnder(null);
    if (url === undefined) return setProblem(message);
    setDone(true);
    window.location.assign(url);
  };
  const changeUser = async () => {
    await auth((library) => library.signOut());
    window.location.assign(signedInPath);
  };
  if (done) return <Answered clientName={clientName} />;
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void answer(true);
      }}
    >
      <Question {...request} />
      {organizations.length > 1 ? (
        <Field label="Organization" required>
          <Select
            className="w-full"
            value={organizationId}
            onChange={(id) => {
              setOrganizationId(id);
              setPrograms('ALL');
            }}
            options={organizations.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
      ) : (
        <p>
          <span className="text-ink-soft block text-xs font-medium">Organization</span>
          {organization?.name}
        </p>
      )}
      <ProgramChoice programs={organization?.programs ?? []} chosen={programs} onChange={setPrograms} />
      <Scopes scopes={scopes} />
      {problem && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
      <div className="grid grid-cols-2 gap-2">
        <Button size="large" pending={under === 'cancel'} disabled={under !== null} onClick={() => void answer(false)}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" size="large" pending={under === 'allow'} disabled={under !== null}>
          Allow
        </Button>
      </div>
      <p className="text-ink-soft text-center text-xs break-words">
        Signed in as {email}.{' '}
        <button type="button" className="text-accent font-medium underline-offset-4 hover:underline" onClick={() => void changeUser()}>
          Use another account
        </button>
      </p>
    </form>
  );
}
