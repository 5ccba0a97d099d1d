import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Creates the gateway's metrics, readable by Prometheus. */
export const createMetrics = () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const metricRegistries = [registry];
  return {
    registry,
    /** Metric: duration of requests in seconds, by route name and status. */
    requests: new Histogram({
      name: 'mahlzeit_http_request_seconds',
      help: 'Duration of requests',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5],
      registers: metricRegistries,
    }),
    connections: new Gauge({
      name: 'mahlzeit_live_connections',
      help: 'Open live sockets',
      registers: metricRegistries,
    }),
    subscriptions: new Gauge({
      name: 'mahlzeit_live_subscriptions',
      help: 'Live subscriptions',
      registers: metricRegistries,
    }),
    deltas: new Counter({
      name: 'mahlzeit_live_deltas_total',
      help: 'Deltas encoded for subscribers',
      registers: metricRegistries,
    }),
    resets: new Counter({
      name: 'mahlzeit_live_resets_total',
      help: 'Subscriptions that had to start afresh',
      labelNames: ['reason'],
      registers: metricRegistries,
    }),
    hintsSent: new Counter({
      name: 'mahlzeit_hints_sent_total',
      help: 'Hints about changed topics that this gateway has sent to others',
      registers: metricRegistries,
    }),
    hintsReceived: new Counter({
      name: 'mahlzeit_hints_received_total',
      help: 'Hints about changed topics that this gateway has received, its own included',
      registers: metricRegistries,
    }),
    jobsDone: new Counter({
      name: 'mahlzeit_jobs_done_total',
      help: 'Jobs that this gateway has done',
      labelNames: ['kind'],
      registers: metricRegistries,
    }),
    jobsFailed: new Counter({
      name: 'mahlzeit_jobs_failed_total',
      help: 'Tries of jobs that failed at this gateway',
      labelNames: ['kind'],
      registers: metricRegistries,
    }),
    closes: new Counter({
      name: 'mahlzeit_live_closes_total',
      help: 'Live sockets closed by the gateway',
      labelNames: ['code'],
      registers: metricRegistries,
    }),
  };
};

export type Metrics = ReturnType<typeof createMetrics>;

/** A gauge of a module. Its values are read each time somebody reads the metrics. */
export interface ModuleGauge {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  read(): Promise<readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[]>;
}

/** Adds the gauges of modules to the metrics. */
export const addGauges = ({ registry }: Metrics, gauges: readonly ModuleGauge[]): void => {
  for (const { name, help, labelNames, read } of gauges)
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      async collect() {
        const values = await read();
        this.reset();
        for (const { labels, value } of values) this.set(labels, value);
      },
    });
};
