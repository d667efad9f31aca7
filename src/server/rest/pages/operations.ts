/** Serves the pages for operators: whether the process is alive, whether it can take traffic, and its metrics. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { DomainError } from '@/domain/errors';
import { env } from '@/env';
import { metricsRegistry } from '@/server/observability/metrics';
import { measureQueues } from '@/server/observability/queue-metrics';
import { readiness } from '@/server/observability/readiness';
import { firstHeader, type RestRequest, type RestResponse } from '../message';

const json = (status: number, value: unknown): RestResponse => ({
  status,
  headers: { 'Content-Type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
});

export const healthPage = (): RestResponse => json(200, { status: 'ok' });

/** 200 when every check passes, else 503; the outcome of each check is listed either way. */
export async function readyPage(): Promise<RestResponse> {
  const checks = await readiness();
  const ready = Object.values(checks).every((outcome) => outcome === 'ok');
  return json(ready ? 200 : 503, { status: ready ? 'ok' : 'unavailable', checks });
}

/** @throws DomainError authentication_required, forbidden. */
export async function metricsPage(request: RestRequest): Promise<RestResponse> {
  assertMayRead(request);
  const registry = metricsRegistry();
  await measureQueues(new Date());
  return { status: 200, headers: { 'Content-Type': registry.contentType }, body: await registry.metrics() };
}

function assertMayRead(request: RestRequest): void {
  const { METRICS_TOKEN } = env();
  if (METRICS_TOKEN === undefined) {
    // Behind a proxy on this machine every peer is loopback; the header that the proxy adds gives it away.
    if (isLoopback(request.remoteAddress) && firstHeader(request, 'x-forwarded-for') === undefined) return;
    throw new DomainError('forbidden', 'Metrics can be read from this machine only; set METRICS_TOKEN to read them from elsewhere.');
  }
  const sent = /^bearer +(\S+) *$/i.exec(firstHeader(request, 'authorization') ?? '')?.[1] ?? '';
  if (!timingSafeEqual(digest(sent), digest(METRICS_TOKEN))) {
    throw new DomainError('authentication_required', 'Send the metrics token as `Authorization: Bearer …`.');
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const isLoopback = (address: string | undefined): boolean => address !== undefined && /^(::ffff:)?127\.|^::1$/.test(address);
