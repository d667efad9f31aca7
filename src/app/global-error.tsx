/** Replaces the whole document when the layout itself failed: says so, and no more. */
'use client';
import { FailurePage } from '@/components/ui/failure-page';
import '@/styles/globals.css';

const DocumentError = ({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) => (
  <html lang="en">
    <body>
      <FailurePage reference={error.digest} onRetry={reset} />
    </body>
  </html>
);
export default DocumentError;
