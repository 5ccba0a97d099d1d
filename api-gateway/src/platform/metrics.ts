import { liveCloseCodes, ResetReason } from '@mahlzeit/contract';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { createSingleFlight } from './single-flight';

/** Metrics of the live data that this gateway sends. */
const createLiveMetrics = (metricRegistries: Registry[]) => {
  const resets = new Counter({
    name: 'mahlzeit_live_resets_total',
    help: 'Subscriptions that had to start afresh',
    labelNames: ['reason'],
    registers: metricRegistries,
  });
  const closes = new Counter({
    name: 'mahlzeit_live_closes_total',
    help: 'Live sockets closed by the gateway',
    labelNames: ['code'],
    registers: metricRegistries,
  });
  // A series that begins with its first event has no rate for that event.
  for (const reason of ResetReason.options) resets.inc({ reason }, 0);
  for (const code of new Set(Object.values(liveCloseCodes))) closes.inc({ code: String(code) }, 0);
  return {
    resets,
    closes,
    connections: new Gauge({
      name: 'mahlzeit_live_connections',
      help: 'Open live sockets, streams and waiting polls',
      registers: metricRegistries,
    }),
    subscriptions: new Gauge({
      name: 'mahlzeit_live_subscriptions',
      help: 'Live subscriptions',
      registers: metricRegistries,
    }),
    resumes: new Counter({
      name: 'mahlzeit_live_resumes_total',
      help: 'Subscriptions that went on after their last change',
      registers: metricRegistries,
    }),
    snapshots: new Counter({
      name: 'mahlzeit_live_snapshots_total',
      help: 'Subscriptions that began with a snapshot',
      registers: metricRegistries,
    }),
    deltas: new Counter({
      name: 'mahlzeit_live_deltas_total',
      help: 'Deltas encoded for subscribers',
      registers: metricRegistries,
    }),
    gaps: new Counter({
      name: 'mahlzeit_live_gaps_total',
      help: 'Changed topics whose hint was late or lost, found by comparing heads',
      registers: metricRegistries,
    }),
    fanOut: new Histogram({
      name: 'mahlzeit_live_fanout_seconds',
      help: 'Time in which the changes of a topic are handed to all its subscribers of this gateway',
      buckets: [0.0005, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
      registers: metricRegistries,
    }),
    lag: new Histogram({
      name: 'mahlzeit_live_lag_seconds',
      help: 'Time from a write, mostly of another gateway, to the moment at which this gateway has read it from the log',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 30],
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
  };
};

/** Creates the gateway's metrics, readable by Prometheus. */
export const createMetrics = () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const metricRegistries = [registry];
  return {
    registry,
    ...createLiveMetrics(metricRegistries),
    /** Duration of requests in seconds, by route name and status. */
    requests: new Histogram({
      name: 'mahlzeit_http_request_seconds',
      help: 'Duration of requests',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5],
      registers: metricRegistries,
    }),
    poolWaits: new Histogram({
      name: 'mahlzeit_database_pool_wait_seconds',
      help: 'Time that work waits for a connection to the database',
      labelNames: ['pool'],
      buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5, 30],
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
    failedReads: new Counter({
      name: 'mahlzeit_metrics_failed_reads_total',
      help: 'Metrics without a value in one answer, because it could not be read in time',
      labelNames: ['metric'],
      registers: metricRegistries,
    }),
  };
};

export type Metrics = ReturnType<typeof createMetrics>;

/** A metric as documents describe it. */
export interface MetricDescription {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
}

const labelsOf = (metric: object): readonly string[] => {
  const labelNames: unknown = Reflect.get(metric, 'labelNames');
  return Array.isArray(labelNames) ? labelNames.map(String) : [];
};

/** Describes all metrics of a registry, those of Node included. */
export const describeMetrics = ({ registry }: Pick<Metrics, 'registry'>): readonly MetricDescription[] =>
  registry.getMetricsAsArray().map((metric) => ({ name: metric.name, help: metric.help, labels: labelsOf(metric) }));

/** One value of a gauge. */
export interface GaugeValue {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A gauge whose values are read each time somebody reads the metrics. */
export interface ModuleGauge {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  read(): Promise<readonly GaugeValue[]>;
}

/** Time within which a gauge is read. Prometheus gives up after ten seconds, and would then get nothing. */
const READ_DEADLINE_MS = 2_000;

const withDeadline = async <T>(result: Promise<T>): Promise<T> => {
  let deadlineTimer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    deadlineTimer = setTimeout(() => reject(new Error('The metric was not read in time')), READ_DEADLINE_MS);
  });
  try {
    return await Promise.race([result, deadline]);
  } finally {
    clearTimeout(deadlineTimer);
  }
};

/**
 * Adds gauges to the metrics. A gauge that can't be read has no value until it can be read again, so that the other
 * metrics are readable while the database isn't. A read that hangs is not begun a second time.
 */
export const addGauges = (
  { registry, failedReads }: Pick<Metrics, 'registry' | 'failedReads'>,
  gauges: readonly ModuleGauge[],
): void => {
  const reads = createSingleFlight<readonly GaugeValue[]>();
  for (const { name, help, labelNames, read } of gauges) {
    const readValues = async (): Promise<readonly GaugeValue[]> => {
      try {
        return await withDeadline(reads.run(name, read));
      } catch {
        // The counter tells of the failure, whose cause the log of the requests and the workers has.
        failedReads.inc({ metric: name });
        return [];
      }
    };
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      async collect() {
        const values = await readValues();
        this.reset();
        // A gauge without labels would otherwise be 0. One with labels has no series after the reset.
        if (values.length === 0 && labelNames.length === 0) this.remove();
        for (const { labels, value } of values) this.set(labels, value);
      },
    });
  }
};
