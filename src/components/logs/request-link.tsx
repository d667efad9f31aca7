/**
 * Links to the API request that caused something. Requests are kept for a limited time, and those of the dashboard
 * are in the audit log.
 */
import { ScopedLink } from '@/components/shell/scoped-link';
import { CopyableId } from '@/components/ui/copyable-id';

export const RequestLink = ({ id }: { id: string }) => (
  <span className="flex flex-wrap items-center gap-x-4">
    <CopyableId id={id} label="Request id" whole />
    <ScopedLink href={`/logs?request_id=${id}`} className="text-accent hover:underline">
      What was sent
    </ScopedLink>
  </span>
);
