/** Shows a value exactly as the API returns it, with the curl command that fetches it. */
'use client';
import { Copy } from 'lucide-react';
import { Button } from './button';
import { copyText } from './clipboard';

export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <div className="panel bg-sunken relative">
      <Button
        variant="quiet"
        size="icon"
        className="bg-sunken absolute top-1 right-1"
        aria-label={`Copy ${label}`}
        onClick={() => void copyText(text, label)}
      >
        <Copy aria-hidden />
      </Button>
      <pre tabIndex={0} aria-label={label} className="max-h-[28rem] overflow-auto p-3 pr-10 font-mono text-xs leading-5">
        {text}
      </pre>
    </div>
  );
}

const curlFor = (path: string): string => `curl ${window.location.origin}${path} \\\n  -H "Authorization: Bearer $API_KEY"`;

/** @param path the /v1 path that returns `value`. */
export function JsonPanel({ value, path }: { value: unknown; path: string }) {
  return (
    <div className="flex flex-col gap-3">
      <CodeBlock text={JSON.stringify(value, null, 2)} label="JSON" />
      <CodeBlock text={curlFor(path)} label="curl" />
    </div>
  );
}
