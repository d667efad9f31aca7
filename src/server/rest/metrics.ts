/** What the process counts, in the form Prometheus reads. */
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { singleton } from '@/server/singleton';

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The registry of the process; jobs add their own metrics to it. */
export function metricsRegistry(): Registry {
  return singleton('metrics', () => {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    return registry;
  });
}

const requestSeconds = () =>
  singleton(
    'metrics-requests',
    () =>
      new Histogram({
        name: 'http_request_duration_seconds',
        help: 'Time to answer /v1 requests, by route and status.',
        labelNames: ['method', 'route', 'status'],
        buckets: BUCKETS,
        registers: [metricsRegistry()],
      }),
  );

export function observeRequest(method: string, route: string, status: number, seconds: number): void {
  requestSeconds().observe({ method, route, status }, seconds);
}
