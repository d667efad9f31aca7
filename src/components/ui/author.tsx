/** Shows who did something: a user, an API key, or the service itself. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '@/components/shell/session';
import { useTRPC } from '@/trpc/client';
import { CopyableId } from './copyable-id';

/** As API records name it. */
export interface Author {
  readonly user_id: string | null;
  readonly api_key_id: string | null;
  readonly on_behalf_of: string | null;
}

export function Author({ of: { user_id, api_key_id, on_behalf_of } }: { of: Author }) {
  const { user } = useSession();
  if (user_id === user.id) return <>You</>;
  if (user_id)
    return (
      <>
        A person · <CopyableId id={user_id} label="Person id" />
      </>
    );
  if (api_key_id) {
    return (
      <>
        <KeyName id={api_key_id} />
        {on_behalf_of && <span className="text-ink-soft"> for {on_behalf_of}</span>}
      </>
    );
  }
  return <>The service</>;
}

/** The key's name; its id while loading. */
function KeyName({ id }: { id: string }) {
  const { data } = useQuery(useTRPC().apiKeys.list.queryOptions(undefined, { staleTime: 60_000 }));
  const name = data?.data.find((key) => key.id === id)?.name;
  return <>API key · {name ?? <CopyableId id={id} label="Key id" />}</>;
}
