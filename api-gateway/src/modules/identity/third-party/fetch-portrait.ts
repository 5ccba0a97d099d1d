import { AVATAR_MAX_BYTES } from '@mahlzeit/contract';
import type { Logger } from 'pino';

const TIMEOUT_MS = 4_000;

/** Fetches the picture of somebody; null where that fails, because the account is no worse without (S1§8). */
export type FetchPortrait = (url: string) => Promise<Uint8Array | null>;

const readAtMost = async (body: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  const reader = body.getReader();
  let size = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return Buffer.concat(chunks);
    size += value.byteLength;
    if (size > most) {
      await reader.cancel();
      throw new Error('the picture is too large');
    }
    chunks.push(value);
  }
};

/** Fetches by HTTPS, or from where sign-ins are asked for themselves: the sandbox speaks plain HTTP. */
export const createFetchPortrait = (trustedOrigins: readonly string[], log: Logger): FetchPortrait => async (url) => {
  try {
    const { protocol, origin } = new URL(url);
    if (protocol !== 'https:' && !trustedOrigins.includes(origin)) throw new Error(`a picture at ${protocol} is not fetched`);
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok || response.body === null) throw new Error(`status ${response.status}`);
    return await readAtMost(response.body, AVATAR_MAX_BYTES);
  } catch (cause) {
    log.warn({ err: cause }, 'the picture of a third party could not be fetched');
    return null;
  }
};
