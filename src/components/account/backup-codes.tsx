/** Shows backup codes the only time they can be read. */
'use client';
import { Copy, Download, Printer } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { copyText } from '@/components/ui/clipboard';
import { DialogActions } from '@/components/ui/dialog';
import { download } from '@/components/ui/download';
import { printText } from '@/components/ui/print';

const TITLE = 'Backup codes for Rewards';

/** @param email of the account, printed on the saved copy. */
export function BackupCodes({ codes, email, onDone }: { codes: readonly string[]; email: string; onDone: () => void }) {
  const text = `${email}\n\n${codes.join('\n')}\n`;
  const list = useRef<HTMLUListElement>(null);
  // The pressed button is gone; focus moves on to the codes.
  useEffect(() => list.current?.focus(), []);
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-soft">
        Each code signs you in once if you do not have your app. They are shown only now; keep them apart from your password.
      </p>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Backup codes"
        className="bg-sunken border-line rounded-control grid grid-cols-2 gap-x-4 gap-y-1 border p-3 font-mono text-sm outline-none select-all"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copyText(codes.join('\n'), 'Codes')}>
          <Copy aria-hidden /> Copy
        </Button>
        <Button onClick={() => download('backup-codes.txt', `${TITLE}\n${text}`, 'text/plain')}>
          <Download aria-hidden /> Download
        </Button>
        <Button onClick={() => printText(TITLE, text)}>
          <Printer aria-hidden /> Print
        </Button>
      </div>
      <DialogActions>
        <Button variant="primary" onClick={onDone}>
          I have saved them
        </Button>
      </DialogActions>
    </div>
  );
}
