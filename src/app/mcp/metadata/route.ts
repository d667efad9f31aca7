/** The description of the tool server under Next, where no listener of ours stands in front. Its well-known address leads here. */
import { handleResourceMetadata } from '@/server/mcp/discovery';
import { webHandler } from '@/server/rest/web';

export const dynamic = 'force-dynamic';

export const GET = webHandler(handleResourceMetadata);
