/** Sends the user's answer to an assistant's request to the sign-in service. */
'use client';
import type { McpGrantChoice } from '@/contract/mcp-grant';
import { fieldsOf } from '@/domain/fields';

interface ConsentAnswer {
  accept: boolean;
  oauth_query: string;
  choice?: McpGrantChoice;
}

const TOO_LATE = 'This request has expired. Go back to your assistant and connect again.';
const NO_ANSWER = 'The service did not respond. Check your connection and try again.';

/** @returns the URL to go on to, or why there is none. */
export async function answerRequest(
  answer: ConsentAnswer,
): Promise<{ url: string; message?: undefined } | { url?: undefined; message: string }> {
  try {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch('/api/auth/oauth2/consent', { method: 'POST', headers, body: JSON.stringify(answer) });
    const { url, message } = fieldsOf(await response.json());
    if (response.ok && typeof url === 'string') return { url };
    return { message: typeof message === 'string' ? message : TOO_LATE };
  } catch {
    return { message: NO_ANSWER };
  }
}
