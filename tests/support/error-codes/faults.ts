/** Provokes the codes of a service, a database or a connection that fails, each by its real cause. */
import { publishSettings, databaseUrl } from '@/env';
import { closeDatabase } from '@/server/db/client';
import { statement } from '@/server/db/transaction';
import { handleWeb } from '@/server/rest/web';
import { organization } from '../api';
import { programWithAsset } from '../programs';
import { refusal, type Answered, type Provocations } from './answered';

const answeredBy = async (response: Response): Promise<Answered> => ({
  status: response.status,
  code: ((await response.json()) as { code?: unknown }).code,
});

/** A body that breaks off after its first bytes, as when a client leaves. */
const brokenBody = () =>
  new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode('{ "name": '));
      controller.error(new Error('the client has left'));
    },
  });

export const FAULTS: Provocations = {
  internal_error: async () => {
    const { id, api } = await organization();
    await api.post('/programs', { name: 'Broken' });
    await statement(`UPDATE programs SET redemption_ttl = 'never' WHERE organization_id = $1`, [id]);
    return refusal(api.get('/programs'));
  },
  service_unavailable: async () => {
    const { api } = await organization();
    const address = databaseUrl();
    await closeDatabase();
    publishSettings({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' });
    try {
      return await refusal(api.get('/programs'));
    } finally {
      await closeDatabase();
      publishSettings({ DATABASE_URL: address });
    }
  },
  request_canceled: async () => {
    const { key } = await organization();
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: brokenBody(), duplex: 'half' };
    return answeredBy(await handleWeb(new Request('http://localhost/v1/programs', init)));
  },
  retryable_conflict: async () => {
    await statement(
      `CREATE FUNCTION come_too_late() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN RAISE EXCEPTION 'could not serialize access' USING ERRCODE = '40001'; END $$`,
    );
    await statement(
      `CREATE TRIGGER contended BEFORE INSERT ON programs FOR EACH ROW WHEN (NEW.name = 'Contended') EXECUTE FUNCTION come_too_late()`,
    );
    return refusal((await organization()).api.post('/programs', { name: 'Contended' }));
  },
  too_many_requests: async () => {
    const { key, api } = await programWithAsset();
    for (let n = 0; n < 3; n += 1) await api.post('/participants', { external_id: `person-${n}` });
    const exported = () =>
      handleWeb(new Request('http://localhost/v1/exports/participants.csv', { headers: { authorization: `Bearer ${key}` } }));
    const unread = [await exported(), await exported()];
    const third = await answeredBy(await exported());
    for (const { body } of unread) await body?.cancel();
    return third;
  },
};
