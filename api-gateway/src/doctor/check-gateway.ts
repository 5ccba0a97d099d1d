import { getReadiness, Readiness } from '@mahlzeit/contract';
import texts from '../../locales/de.json';
import { gatewayAddressOf } from '../platform/config/gateway-address';
import type { GatewayConfig } from '../platform/config/config';
import { errorCodeOf } from '../platform/errors';
import { fillText } from '../platform/escape';
import { findClockProblem } from './check-clock';
import { ANSWER_TIMEOUT_MS } from './probes';
import type { DoctorProbes } from './probes';
import { readSamples } from './read-samples';

const DAY_SECONDS = 86_400;

/** Age of the last backup in seconds above which a nightly backup must have failed. */
const MAX_BACKUP_SECONDS = 1.5 * DAY_SECONDS;

/** Delay of the gateway's event loop in seconds above which pages become slow for everybody. */
const MAX_LOOP_SECONDS = 0.5;

type GatewayConfigPart = Pick<GatewayConfig, 'host' | 'port' | 'stage' | 'metricsToken'>;

// Returns the reason of a failed request. `fetch` hides the system's error in the cause of its own error.
const reasonOf = (error: unknown): string => {
  const cause = typeof error === 'object' && error !== null ? Reflect.get(error, 'cause') : undefined;
  return errorCodeOf(cause) ?? String(error);
};

const describeReadiness = ({ ok, database, migrations, degraded }: Readiness): readonly string[] => [
  ...(database ? [] : [texts.doctorGatewayWithoutDatabase]),
  ...(database && !migrations ? [texts.doctorGatewayUnmigrated] : []),
  ...(!ok && database && migrations ? [texts.doctorGatewayStopping] : []),
  ...(degraded.includes('disk') ? [texts.doctorDiskFull] : []),
  ...(degraded.includes('redis') ? [texts.doctorGatewayWithoutRedis] : []),
];

const describeMetrics = (metricsText: string): readonly string[] => {
  const samples = readSamples(metricsText);
  const highestOf = (name: string): number =>
    Math.max(0, ...samples.filter((sample) => sample.name === name).map(({ value }) => value));
  const [backupSeconds, loopSeconds] = [
    highestOf('mahlzeit_backup_age_seconds'),
    highestOf('nodejs_eventloop_lag_p99_seconds'),
  ];
  return [
    ...(backupSeconds > MAX_BACKUP_SECONDS
      ? [fillText(texts.doctorBackupOld, { hours: Math.round(backupSeconds / 3_600) })]
      : []),
    ...(loopSeconds > MAX_LOOP_SECONDS
      ? [fillText(texts.doctorLoopSlow, { ms: Math.round(loopSeconds * 1_000) })]
      : []),
  ];
};

const checkMetrics = async (url: string, { metricsToken, stage }: GatewayConfigPart): Promise<readonly string[]> => {
  if (metricsToken === null && stage === 'prod') return [texts.doctorMetricsClosed];
  const response = await fetch(`${url}/metrics`, {
    headers: metricsToken === null ? {} : { Authorization: `Bearer ${metricsToken}` },
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  });
  return response.ok
    ? describeMetrics(await response.text())
    : [fillText(texts.doctorMetricsRefused, { status: response.status })];
};

/**
 * Checks the gateway that runs on this machine with this configuration. Returns a sentence about each problem that says
 * what to do first.
 */
export const checkGateway = async (
  config: GatewayConfigPart,
  { realNow }: Pick<DoctorProbes, 'realNow'>,
): Promise<readonly string[]> => {
  const { publicUrl: url } = gatewayAddressOf({ host: config.host, publicUrl: null }, config.port);
  try {
    const response = await fetch(`${url}${getReadiness.path}`, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    const readiness = Readiness.safeParse(await response.json());
    if (!readiness.success) return [fillText(texts.doctorForeignServer, { url })];
    const clockProblem = findClockProblem({
      server: url,
      serverNow: Date.parse(response.headers.get('Date') ?? ''),
      realNow: realNow(),
    });
    return [
      ...describeReadiness(readiness.data),
      ...(clockProblem === null ? [] : [clockProblem]),
      ...(await checkMetrics(url, config)),
    ];
  } catch (error) {
    return [fillText(texts.doctorGatewayUnreachable, { url, reason: reasonOf(error) })];
  }
};
