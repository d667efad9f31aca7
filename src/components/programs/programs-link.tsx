/** The way out of a page that has nothing to show before there is a program. */
import { ScopedLink } from '@/components/shell/scoped-link';
import { Button } from '@/components/ui/button';

export const ProgramsLink = () => (
  <Button asChild variant="primary">
    <ScopedLink href="/programs">Make a program</ScopedLink>
  </Button>
);
