import { AVATAR_MAX_BYTES } from '@mahlzeit/contract';
import type { Logger } from 'pino';

const PORTRAIT_TIMEOUT_MS = 4_000;

/**
 * Type of the function that fetches a person's profile picture from a URL. It returns null after a failure, because an
 * account without a picture is fine (S1§8).
 */
export type FetchPortraitPicture = (url: string) => Promise<Uint8Array | null>;

const readBodyUpTo = async (body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> => {
  const bodyChunks: Uint8Array[] = [];
  const bodyReader = body.getReader();
  let byteCount = 0;
  for (;;) {
    const { value, done: isBodyRead } = await bodyReader.read();
    if (isBodyRead) return Buffer.concat(bodyChunks);
    byteCount += value.byteLength;
    if (byteCount > maxBytes) {
      await bodyReader.cancel();
      throw new Error(`The picture has more than ${maxBytes} bytes`);
    }
    bodyChunks.push(value);
  }
};

/**
 * Creates the function that fetches profile pictures: by HTTPS, or by plain HTTP from the origins of the sign-in
 * providers, because the sandbox uses plain HTTP.
 */
export const createFetchPortrait =
  (trustedOrigins: readonly string[], log: Logger): FetchPortraitPicture =>
  async (url) => {
    try {
      const { protocol, origin } = new URL(url);
      if (protocol !== 'https:' && !trustedOrigins.includes(origin))
        throw new Error(`Pictures are not fetched by ${protocol}`);
      const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(PORTRAIT_TIMEOUT_MS) });
      if (!response.ok || response.body === null)
        throw new Error(`The picture's server answered with status ${response.status}`);
      return await readBodyUpTo(response.body, AVATAR_MAX_BYTES);
    } catch (fetchError) {
      log.warn({ err: fetchError }, 'the picture of a third party could not be fetched');
      return null;
    }
  };
