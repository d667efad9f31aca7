/** The endpoint where Inngest registers and calls this deployment's jobs; absent under the embedded engine. */
import type { NextRequest } from 'next/server';
import { inngestHandlers } from '@/jobs/inngest';

export const dynamic = 'force-dynamic';

const handle = (method: 'GET' | 'POST' | 'PUT') => async (request: NextRequest, context: unknown) =>
  (await inngestHandlers()?.[method](request, context)) ?? new Response(null, { status: 404 });

export const GET = handle('GET');
export const POST = handle('POST');
export const PUT = handle('PUT');
