import { router } from '@/server/api/trpc';
import { listWebhookEventTypesRoute } from './list';

export const webhookEventTypesRouter = router({ list: listWebhookEventTypesRoute });
