/** Keeps the metrics of the process in Prometheus form. Every label has a small fixed set of values: no row id is ever one. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { lookupPool, pool } from '@/server/db/client';
import { singleton } from '@/server/platform/singleton';
import type { JobName } from '@/server/platform/wake';

const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
/** Background work may wait for a minute, and half a minute for a receiver. */
const WORK_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** The registry of the process. */
export function metricsRegistry(): Registry {
  return singleton('metrics', () => {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    countConnections(registry);
    return registry;
  });
}

function countConnections(registry: Registry): void {
  const gauge = new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of this process to Postgres: busy, idle, and how many callers wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect: () => {
      const counts = { busy: 0, idle: 0, waiting: 0 };
      for (const { totalCount, idleCount, waitingCount } of [pool(), lookupPool()]) {
        counts.busy += totalCount - idleCount;
        counts.idle += idleCount;
        counts.waiting += waitingCount;
      }
      for (const [state, count] of Object.entries(counts)) gauge.set({ state }, count);
    },
  });
}

const histogram = (name: string, help: string, labelNames: string[], buckets: number[]) =>
  singleton(`metrics-${name}`, () => new Histogram({ name, help, labelNames, buckets, registers: [metricsRegistry()] }));

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** @param route the route pattern, never the requested path. */
export function observeRequest(method: string, route: string, status: number, seconds: number): void {
  histogram(
    'http_request_duration_seconds',
    'Time to answer /v1 requests, by route and status.',
    ['method', 'route', 'status'],
    REQUEST_BUCKETS,
  )
    .labels({ method: METHODS.has(method) ? method : 'OTHER', route, status })
    .observe(seconds);
}

/** Records one run of a job, which may have found nothing to do. */
export function observeJob(job: JobName, outcome: 'ok' | 'failed', seconds: number, performed: number): void {
  histogram('job_run_duration_seconds', 'Time that one run of a job took.', ['job', 'outcome'], WORK_BUCKETS)
    .labels({ job, outcome })
    .observe(seconds);
  singleton(
    'metrics-job-rows',
    () => new Counter({ name: 'job_rows_total', help: 'Rows that a job worked on.', labelNames: ['job'], registers: [metricsRegistry()] }),
  ).inc({ job }, performed);
}

/** @param seconds from when the event was due until its effects were committed. */
export function observeEvent(status: 'COMPLETED' | 'FAILED', seconds: number): void {
  histogram('event_latency_seconds', 'Time from when an event was due until it was committed.', ['status'], WORK_BUCKETS)
    .labels({ status })
    .observe(seconds);
}

/** Records one attempt; `PENDING` means that it will be retried. */
export function observeDelivery(outcome: 'DELIVERED' | 'PENDING' | 'FAILED', seconds: number): void {
  histogram(
    'webhook_attempt_duration_seconds',
    'Time that one attempt to deliver a webhook took, by what came of it.',
    ['outcome'],
    WORK_BUCKETS,
  )
    .labels({ outcome })
    .observe(seconds);
}
