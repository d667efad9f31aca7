/**
 * Shows a person whose assistant's request was refused a page that says why; programs get the refusal itself, as the sign-in library
 * words it. The text shown on the page is sealed, so that nobody can put words of their own on it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { fieldsOf } from '@/domain/fields';
import { env } from '@/env';

const REFUSED_PATH = '/connect/refused';

/** Where the library redirects when it has no verified redirect URI of the assistant. */
const LIBRARY_PAGE = '/api/auth/error';

interface Refusal {
  readonly code: string;
  /** A sentence for the developer of the assistant. */
  readonly detail: string;
}

export async function showingRefusal(request: Request, answer: Response): Promise<Response> {
  if (!request.headers.get('accept')?.includes('text/html')) return answer;
  const refusal = answer.status >= 400 ? await stated(answer.clone()) : redirected(answer);
  if (!refusal) return answer;
  return new Response(null, { status: 302, headers: { Location: refusedPath(refusal), 'Cache-Control': 'no-store' } });
}

async function stated(answer: Response): Promise<Refusal | null> {
  const { error, error_description: detail } = fieldsOf(await answer.json().catch(() => null));
  return typeof error === 'string' ? { code: error, detail: String(detail ?? '') } : null;
}

function redirected(answer: Response): Refusal | null {
  const url = URL.parse(answer.headers.get('location') ?? '', env().PUBLIC_URL);
  if (url?.origin !== new URL(env().PUBLIC_URL).origin || url.pathname !== LIBRARY_PAGE) return null;
  return { code: url.searchParams.get('error') ?? '', detail: '' };
}

function refusedPath({ code, detail }: Refusal): string {
  const params = new URLSearchParams({ error: code });
  if (detail !== '') {
    params.set('detail', detail);
    params.set('seal', seal(detail).toString('base64url'));
  }
  return `${REFUSED_PATH}?${params.toString()}`;
}

const seal = (detail: string): Buffer => createHmac('sha256', env().AUTH_SECRET).update(`refused request\n${detail}`).digest();

const SENTENCES: Readonly<Record<string, string>> = {
  invalid_client: 'The assistant is not known here. Remove this service from its connections and add it again.',
  client_disabled: 'The assistant has been blocked here.',
  invalid_redirect:
    'The assistant wants the answer sent to an address that it has not registered. Remove this service from its connections and add it again.',
  temporarily_unavailable: 'Too many assistants are connecting at the moment. Wait a minute and connect again.',
};
const OTHERWISE = 'The assistant asked in a way that this service does not support.';
const DESCRIBED = 'The assistant could not prove who it is.';

export interface ShownRefusal {
  readonly sentence: string;
  /** Null where there is none, or its seal is not genuine. */
  readonly detail: string | null;
}

/** @param query the query of the page's URL. */
export function shownRefusal(query: URLSearchParams): ShownRefusal {
  const code = query.get('error') ?? '';
  const detail = query.get('detail');
  const given = Buffer.from(query.get('seal') ?? '', 'base64url');
  const expected = seal(detail ?? '');
  const genuine = detail !== null && given.length === expected.length && timingSafeEqual(given, expected);
  if (genuine && code === 'invalid_client') return { sentence: DESCRIBED, detail };
  return { sentence: SENTENCES[code] ?? OTHERWISE, detail: genuine ? detail : null };
}
