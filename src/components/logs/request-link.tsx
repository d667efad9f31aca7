/** The request that something goes back to, and the way to what was sent and answered. Requests are kept for a while only, and those of the dashboard are in the audit log. */
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
