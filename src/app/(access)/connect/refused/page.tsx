/** Explains to the user an assistant sent here why that assistant may not ask for access. */
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { askedPath } from '@/server/dashboard/request';
import { shownRefusal } from '@/server/dashboard/refused-request';

export const metadata: Metadata = { title: 'Assistant refused' };

export default async function RefusedPage() {
  const { search } = new URL(askedPath(await headers()), 'http://own.invalid');
  const { sentence, detail } = shownRefusal(new URLSearchParams(search));
  return (
    <>
      <h1 className="text-base font-semibold">This assistant cannot connect</h1>
      <p className="text-ink-soft mt-2">{sentence}</p>
      {detail !== null && (
        <>
          <h2 className="text-ink-soft mt-4 text-xs font-medium">For the developer of the assistant</h2>
          <p className="mt-1 break-words">{detail}</p>
        </>
      )}
    </>
  );
}
