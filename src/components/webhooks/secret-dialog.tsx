/** Shows an endpoint's signing secret the only time it can be read. */
'use client';
import { Copy } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { copyText } from '@/components/ui/clipboard';
import { Dialog, DialogActions } from '@/components/ui/dialog';

export const SecretDialog = ({ url, secret, onClose }: { url: string; secret: string; onClose: () => void }) => (
  <Dialog
    open
    onOpenChange={() => undefined}
    title="Copy the signing secret now"
    description={`Your server uses it to verify that a request to ${url} came from this service. It is not shown again.`}
  >
    <div className="flex items-center gap-2">
      <code
        data-testid="new-secret"
        className="bg-sunken border-line rounded-control min-w-0 flex-1 border px-2 py-1.5 font-mono text-xs break-all select-all"
      >
        {secret}
      </code>
      <Button onClick={() => void copyText(secret, 'Secret')}>
        <Copy aria-hidden /> Copy
      </Button>
    </div>
    <p className="text-ink-soft mt-3 text-xs">
      <a href="/docs/webhooks" target="_blank" rel="noreferrer" className="underline">
        How your server verifies a request
      </a>
      , with code to copy.
    </p>
    <DialogActions>
      <Button variant="primary" onClick={onClose}>
        I have saved it
      </Button>
    </DialogActions>
  </Dialog>
);
