/** Routes the paths of the tool server, which lie beside those of the API. */
import type { RequestHandler } from '@/server/rest/message';
import { nodeListener } from '@/server/rest/node';
import { handleResourceMetadata, isResourceMetadataPath } from './discovery';
import { handleMcp } from './handler';

const mcpHandlerOf = (path: string): RequestHandler | null =>
  path === '/mcp' ? handleMcp : isResourceMetadataPath(path) ? handleResourceMetadata : null;

export const mcpListener = () => nodeListener(mcpHandlerOf);
