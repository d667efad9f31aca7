/** Replaces a dashboard page that failed; the shell around it stays. */
'use client';
import { FailurePage } from '@/components/ui/failure-page';

const PageError = ({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) => (
  <FailurePage reference={error.digest} onRetry={reset} />
);
export default PageError;
