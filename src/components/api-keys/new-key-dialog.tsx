/** Shows a new key the only time it can be read. Only its own button closes it, because closing is final. */
'use client';
import { Copy } from 'lucide-react';
import type { CreatedApiKey } from '@/contract/api-key';
import { Button } from '@/components/ui/button';
import { copyText } from '@/components/ui/clipboard';
import { Dialog, DialogActions } from '@/components/ui/dialog';

export const NewKeyDialog = ({ created, onClose }: { created: CreatedApiKey; onClose: () => void }) => (
  <Dialog
    open
    onOpenChange={() => undefined}
    title={`Copy the key “${created.name}” now`}
    description="It is stored only as a hash and cannot be shown again."
  >
    <div className="flex items-center gap-2">
      <code
        data-testid="new-api-key"
        className="bg-sunken border-line rounded-control min-w-0 flex-1 border px-2 py-1.5 font-mono text-xs break-all select-all"
      >
        {created.key}
      </code>
      <Button onClick={() => void copyText(created.key, 'Key')}>
        <Copy aria-hidden /> Copy
      </Button>
    </div>
    <DialogActions>
      <Button variant="primary" onClick={onClose}>
        I have saved it
      </Button>
    </DialogActions>
  </Dialog>
);
