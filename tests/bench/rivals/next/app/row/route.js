// A bare Next.js route.
import { insertRow, readRow } from '../../../row.mjs';

export const dynamic = 'force-dynamic';

export const GET = async (request) => Response.json(await readRow(Number(request.nextUrl.searchParams.get('id'))));

export const POST = async (request) => Response.json(await insertRow(await request.json()), { status: 201 });
