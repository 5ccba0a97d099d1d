import { setTimeout as delay } from 'node:timers/promises';
import { measureMs } from './figure';
import { readMetrics } from './read-metrics';

const IDLE_PERIOD_MS = 1_000;

/**
 * Returns the processor time that gateways have used since their start, in milliseconds. It is the time of their
 * processes alone: databases, Redis and a proxy have processes of their own.
 */
export const readGatewaysCpuMs = async (gatewayUrls: readonly string[]): Promise<number> => {
  let totalMs = 0;
  for (const gatewayUrl of gatewayUrls) totalMs += (await readMetrics(gatewayUrl))('process_cpu_seconds_total') * 1000;
  return totalMs;
};

/** Returns the share of one processor that idle gateways use, from 0. */
export const measureIdleShare = async (
  gatewayUrls: readonly string[],
  idlePeriodMs = IDLE_PERIOD_MS,
): Promise<number> => {
  const cpuBeforeMs = await readGatewaysCpuMs(gatewayUrls);
  const idleMs = await measureMs(() => delay(idlePeriodMs));
  return ((await readGatewaysCpuMs(gatewayUrls)) - cpuBeforeMs) / idleMs;
};

/** Returns the gateways' processor time for some work, in milliseconds, without the time that they need when idle. */
export const measureCpuMs = async (
  gatewayUrls: readonly string[],
  work: () => Promise<unknown>,
  idlePeriodMs = IDLE_PERIOD_MS,
): Promise<number> => {
  const idleShare = await measureIdleShare(gatewayUrls, idlePeriodMs);
  const cpuBeforeMs = await readGatewaysCpuMs(gatewayUrls);
  const workMs = await measureMs(work);
  return (await readGatewaysCpuMs(gatewayUrls)) - cpuBeforeMs - idleShare * workMs;
};
