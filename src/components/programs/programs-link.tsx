/** Leads from a page that needs a program to creating one. */
import { ScopedLink } from '@/components/shell/scoped-link';
import { Button } from '@/components/ui/button';

export const ProgramsLink = () => (
  <Button asChild variant="primary">
    <ScopedLink href="/programs">Create a program</ScopedLink>
  </Button>
);
