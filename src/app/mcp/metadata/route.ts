/** Serves the tool server's metadata when Next runs without our own listener in front; its well-known URL leads here. */
import { handleResourceMetadata } from '@/server/mcp/discovery';
import { webHandler } from '@/server/rest/web';

export const dynamic = 'force-dynamic';

export const GET = webHandler(handleResourceMetadata);
