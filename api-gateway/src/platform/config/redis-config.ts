import * as z from 'zod/mini';

const isRedisUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash } = new URL(text);
  // Refuses parameters in Redis's URL: the client ignores them, so a mistake in them would go unnoticed.
  return (
    ['redis:', 'rediss:'].includes(protocol) &&
    hostname !== '' &&
    /^(\/\d{0,4})?$/.test(pathname) &&
    search + hash === ''
  );
};

/** Schema of the environment variable REDIS_URL. */
export const redisUrlSchema = z.string().check(
  z.refine(isRedisUrl, {
    error: 'must be an address like redis://USER:PASSWORD@HOST:6379/0, or rediss:// for TLS',
  }),
);
