/** The 404 page: says why the page may not exist, and leads back. */
import Link from 'next/link';
import { Button } from '@/components/ui/button';

const NotFound = () => (
  <main className="flex min-h-[60dvh] flex-col items-center justify-center gap-4 p-4 text-center">
    <h1 className="text-xl font-semibold">This page does not exist</h1>
    <p className="text-ink-soft">The address may be mistyped, or the page may belong to another organization.</p>
    <Button asChild variant="primary">
      <Link href="/">Go to the overview</Link>
    </Button>
  </main>
);
export default NotFound;
