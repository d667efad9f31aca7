/** Replaces a page that failed; its reference leads to the line in the log. */
'use client';
import { FailurePage } from '@/components/ui/failure-page';

const PageError = ({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) => (
  <FailurePage reference={error.digest} onRetry={reset} />
);
export default PageError;
