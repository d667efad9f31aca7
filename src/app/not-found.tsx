/** There is no such page; the request id leads to the line in the log. */
import { Button } from '@/components/ui/button';
import { CopyableId } from '@/components/ui/copyable-id';
import { newRequestId } from '@/server/ids';
import { log } from '@/server/log';
import { headers } from 'next/headers';
import Link from 'next/link';

export default async function NotFound() {
  const requestId = newRequestId();
  log().info({ request_id: requestId, referer: (await headers()).get('referer') ?? undefined }, 'page not found');
  return (
    <main className="flex min-h-[60dvh] flex-col items-center justify-center gap-4 p-4 text-center">
      <h1 className="text-xl font-semibold">This page does not exist</h1>
      <p className="text-ink-soft">The address may be mistyped, or what it showed belongs to another organization.</p>
      <Button asChild variant="primary">
        <Link href="/">Go to the overview</Link>
      </Button>
      <p className="text-ink-faint flex items-center gap-1 text-xs">
        Request <CopyableId id={requestId} label="Request id" whole />
      </p>
    </main>
  );
}
