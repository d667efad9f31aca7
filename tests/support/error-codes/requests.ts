/** Provokes the codes of requests that are malformed, not allowed, or lead nowhere. */
import { env, publishSettings } from '@/env';
import { closeRequestLimits } from '@/server/access/request-limits';
import { adminApi, apiOf, apiWith, organization } from '../api';
import { programWithAsset } from '../programs';
import { raw, refusal, type Provocations } from './answered';

const NOWHERE = '00000000-0000-4000-8000-000000000000';
const json = { 'content-type': 'application/json' };
const ours = async () => (await organization()).api;
const post = (body: string, headers: Record<string, string> = json) => raw({ method: 'POST', path: '/v1/programs', headers, body });

const malformed: Provocations = {
  validation_error: async () => refusal((await ours()).post('/programs', { name: '' })),
  invalid_request: async () =>
    refusal((await organization({ mode: 'SANDBOX' })).api.post('/sandbox/clock/advance', { by: '1d', to: '2999-01-01T00:00:00Z' })),
  bad_request: async () => refusal((await ours()).post('/programs', { name: 'Club' }, { 'idempotency-key': 'x'.repeat(256) })),
  invalid_json: () => post('{'),
  request_too_large: () => post(JSON.stringify({ name: 'x'.repeat(2 ** 20) })),
  unsupported_media_type: () => post('name=Club', { 'content-type': 'application/x-www-form-urlencoded' }),
  method_not_allowed: () => raw({ method: 'DELETE', path: '/v1/programs' }),
  invalid_cursor: async () => refusal((await ours()).get('/programs?cursor=nonsense')),
  invalid_parameter: async () =>
    refusal((await organization({ mode: 'SANDBOX' })).api.post('/sandbox/clock/advance', { to: '2020-01-01T00:00:00Z' })),
  invalid_email: async () => refusal((await ours()).post('/participants', { external_id: 'ada', email: 'nobody' })),
  rate_limit_exceeded: async () => {
    const { RATE_LIMIT_PER_SECOND, RATE_LIMIT_BURST } = env();
    publishSettings({ RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '1' });
    await closeRequestLimits(); // those of the process keep the settings that they were made with
    try {
      const api = await ours();
      const answers = await Promise.all(Array.from({ length: 10 }, () => refusal(api.get('/programs'))));
      return answers.find(({ status }) => status !== 200) ?? answers[0]!;
    } finally {
      publishSettings({ RATE_LIMIT_PER_SECOND: String(RATE_LIMIT_PER_SECOND), RATE_LIMIT_BURST: String(RATE_LIMIT_BURST) });
      await closeRequestLimits();
    }
  },
};

const callers: Provocations = {
  authentication_required: () => refusal(apiWith({}).get('/programs')),
  invalid_api_key: () => refusal(apiOf('sk_unknown').get('/programs')),
  jwt_not_configured: () => refusal(apiOf('aGVhZA.Ym9keQ.c2ln').get('/programs')),
  actor_assertion_forbidden: async () => refusal((await ours()).get('/programs', { 'x-on-behalf-of': 'ada' })),
  admin_key_required: async () => refusal((await ours()).get('/admin/organizations')),
  org_key_required: () => refusal(adminApi().get('/programs')),
  forbidden: () => raw({ method: 'GET', path: '/metrics', headers: { 'x-forwarded-for': '203.0.113.7' } }),
  insufficient_permissions: async () => {
    const { id, api } = await organization();
    await adminApi().patch(`/admin/organizations/${id}`, { status: 'SUSPENDED' });
    return refusal(api.get('/programs'));
  },
};

const missing: Provocations = {
  not_found: async () => refusal((await ours()).get(`/programs/${NOWHERE}`)),
  asset_not_found: async () => refusal((await ours()).get(`/assets/${NOWHERE}`)),
  attribute_not_found: async () => {
    const api = await ours();
    await api.post('/participants', { external_id: 'ada' });
    return refusal(api.get('/participants/ext:ada/state/attributes/city'));
  },
  counter_not_found: async () => {
    const api = await ours();
    await api.post('/participants', { external_id: 'ada' });
    return refusal(api.get('/participants/ext:ada/state/counters/visits'));
  },
  automation_not_found: async () => {
    const { api, program } = await programWithAsset();
    return refusal(api.get(`/programs/${program.id}/automations/${NOWHERE}`));
  },
  budget_not_found: async () => {
    const { api, asset, addRule } = await programWithAsset();
    const { id } = await addRule({});
    return refusal(api.post(`/rules/${id}/reset-budget?asset_id=${asset.id}`));
  },
};

export const REQUESTS: Provocations = { ...malformed, ...callers, ...missing };
