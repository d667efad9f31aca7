/** Who did something that a record keeps: a person, the key of a system, or the service itself. */
'use client';
import { useSession } from '@/components/shell/session';
import { CopyableId } from './copyable-id';

/** As records of the API name it. */
export interface Actor {
  readonly user_id: string | null;
  readonly api_key_id: string | null;
  readonly on_behalf_of: string | null;
}

export function Author({ of: { user_id, api_key_id, on_behalf_of } }: { of: Actor }) {
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
        API key · <CopyableId id={api_key_id} label="Key id" />
        {on_behalf_of && <span className="text-ink-soft"> for {on_behalf_of}</span>}
      </>
    );
  }
  return <>The service</>;
}
