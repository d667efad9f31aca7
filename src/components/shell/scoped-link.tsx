/** A link that keeps the program filter when it leads to another page. */
'use client';
import Link from 'next/link';
import { useSearchParams } from 'next/navigation';
import type { ComponentProps } from 'react';
import { PROGRAM_PARAMETER } from './program-filter';

/** `href` with the current program filter added. */
export function useScoped(): (href: string) => string {
  const program = useSearchParams().get(PROGRAM_PARAMETER);
  return (href) => (program ? `${href}${href.includes('?') ? '&' : '?'}${PROGRAM_PARAMETER}=${encodeURIComponent(program)}` : href);
}

export function ScopedLink({ href, ...rest }: Omit<ComponentProps<typeof Link>, 'href'> & { href: string }) {
  return <Link href={useScoped()(href)} {...rest} />;
}
