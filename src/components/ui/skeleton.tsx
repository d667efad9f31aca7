/** A grey placeholder bar for loading content. */
import { cn } from './cn';

export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={cn('bg-sunken block h-4 animate-pulse rounded-[4px]', className)} />
);
