import { pino } from 'pino';
import texts from '../../locales/de.json';
import type { GatewayConfig } from '../platform/config/config';
import { isOnThisMachine } from '../platform/config/production-config';
import { errorCodeOf } from '../platform/errors';
import { fillText } from '../platform/escape';
import { createRedisConnection, defaultRedisTimes } from '../platform/redis';
import type { DoctorProbes } from './probes';

const DAY_MS = 86_400_000;

/** Days before a certificate expires in which it should have been renewed already. */
const RENEWAL_DAYS = 14;

const checkRedis = async ({
  redisUrl,
  stage,
}: Pick<GatewayConfig, 'redisUrl' | 'stage'>): Promise<readonly string[]> => {
  if (redisUrl === null) return [];
  const connection = createRedisConnection({
    url: redisUrl,
    times: defaultRedisTimes,
    log: pino({ level: 'silent' }),
  });
  await connection.start();
  const isReady = connection.isReady();
  connection.close();
  const url = new URL(redisUrl);
  const isProtected = url.protocol === 'rediss:' || isOnThisMachine(url);
  return [
    ...(isReady ? [] : [fillText(texts.doctorRedisUnreachable, { server: url.host })]),
    ...(isProtected || stage === 'dev' ? [] : [fillText(texts.doctorRedisUnprotected, { server: url.host })]),
  ];
};

const checkCertificate = async (
  origin: string,
  { realNow, readCertificateEnd }: DoctorProbes,
): Promise<readonly string[]> => {
  try {
    const days = Math.floor(((await readCertificateEnd(origin)) - realNow()) / DAY_MS);
    return days >= RENEWAL_DAYS ? [] : [fillText(texts.doctorCertificateEnds, { origin, days })];
  } catch (error) {
    return [fillText(texts.doctorCertificateRefused, { origin, reason: errorCodeOf(error) ?? String(error) })];
  }
};

const checkHandshakes = async (origin: string, { listWeakHandshakes }: DoctorProbes): Promise<readonly string[]> => {
  const weakHandshakes = await listWeakHandshakes(origin);
  return weakHandshakes.length === 0
    ? []
    : [fillText(texts.doctorWeakTls, { origin, handshakes: weakHandshakes.join(', ') })];
};

const checkPublicUrl = async (
  { publicUrl, stage }: Pick<GatewayConfig, 'publicUrl' | 'stage'>,
  probes: DoctorProbes,
): Promise<readonly string[]> => {
  if (publicUrl?.startsWith('https://') === true)
    return [...(await checkCertificate(publicUrl, probes)), ...(await checkHandshakes(publicUrl, probes))];
  return stage === 'dev' ? [] : [fillText(texts.doctorWithoutHttps, { url: publicUrl ?? '' })];
};

/** Checks Redis and the public URL. Returns a sentence about each problem that says what to do first. */
export const checkAddresses = async (
  config: Pick<GatewayConfig, 'redisUrl' | 'publicUrl' | 'stage'>,
  probes: DoctorProbes,
): Promise<readonly string[]> => [...(await checkRedis(config)), ...(await checkPublicUrl(config, probes))];
