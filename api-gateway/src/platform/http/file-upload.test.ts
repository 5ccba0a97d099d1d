import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { defineRoute, err, FileBytes, ok } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { openRouteHarness, type RouteHarness } from '../testing/route-harness';
import { describeOnEachEngine } from '../testing/temporary-database';
import { BODY_DEADLINE_MS } from './request-body';
import { route } from './route';
import type { BoundRoute } from './route-types';

const uploadRoute = defineRoute({
  name: 'keep',
  method: 'POST',
  path: '/api/file',
  access: 'any',
  takesFile: { maxBytes: 1000 },
  body: FileBytes,
  answer: z.object({ bytes: z.number(), last: z.nullable(z.number()) }),
  errors: [],
});

describeOnEachEngine('a route that takes a file', (databases) => {
  const harnesses: RouteHarness[] = [];

  const openServer = async (preprocess?: BoundRoute['preprocess']) => {
    const routeHarness = await openRouteHarness(await databases.open(), [
      {
        ...route(uploadRoute, async ({ body }) => ok({ bytes: body.byteLength, last: body.at(-1) ?? null })),
        ...(preprocess && { preprocess }),
      },
    ]);
    harnesses.push(routeHarness);
    return async (body: Uint8Array<ArrayBuffer> | undefined, headers: Readonly<Record<string, string>> = {}) => {
      const response = await fetch(`${routeHarness.url}/api/file`, {
        method: 'POST',
        headers: { Authorization: 'Bearer visitor', 'Content-Type': 'image/png', ...headers },
        ...(body && { body }),
      });
      return {
        status: response.status,
        body: await response.json(),
        isReplayed: response.headers.get('Idempotent-Replayed') === 'true',
      };
    };
  };

  afterEach(async () => {
    for (const harness of harnesses.splice(0)) await harness.close();
  });

  it.each(['image/png', 'application/json', 'text/plain', 'application/x-www-form-urlencoded'])(
    'takes the bytes as they are, whatever they are called: %s',
    async (contentType) => {
      const post = await openServer();
      expect((await post(Uint8Array.of(0x7b, 0, 0xff), { 'Content-Type': contentType })).body).toEqual({
        bytes: 3,
        last: 255,
      });
    },
  );

  it('accepts a missing body as an empty file', async () => {
    const post = await openServer();
    expect((await post(undefined)).body).toEqual({ bytes: 0, last: null });
  });

  it('accepts its maximum of bytes and not one more', async () => {
    const post = await openServer();
    expect((await post(new Uint8Array(1000))).status).toBe(200);
    expect(await post(new Uint8Array(1001))).toMatchObject({ status: 413, body: { code: 'payloadTooLarge' } });
  });

  it('attack: refuses a compressed body, which could be far larger than it looks', async () => {
    const post = await openServer();
    const gzippedBytes = new Uint8Array(gzipSync(new Uint8Array(900)));
    expect(await post(gzippedBytes, { 'Content-Encoding': 'gzip' })).toMatchObject({
      status: 415,
      body: { code: 'unsupportedMediaType' },
    });
  });

  it('replays a repeat of the same bytes, and refuses others under the same key', async () => {
    const post = await openServer();
    const sendByte = (byteValue: number) => post(Uint8Array.of(byteValue), { 'Idempotency-Key': 'one' });
    expect(await sendByte(1)).toMatchObject({ body: { bytes: 1, last: 1 }, isReplayed: false });
    expect(await sendByte(1)).toMatchObject({ body: { bytes: 1, last: 1 }, isReplayed: true });
    expect(await sendByte(2)).toMatchObject({ status: 422, body: { code: 'idempotencyKeyReused' } });
  });

  it('passes the processed file to the write, or refuses it', async () => {
    const post = await openServer(async (uploadedBytes) =>
      uploadedBytes.byteLength > 2 ? err('unsupportedMediaType') : ok(Uint8Array.of(...uploadedBytes, 7)),
    );
    expect((await post(Uint8Array.of(1), { 'Idempotency-Key': 'one' })).body).toEqual({ bytes: 2, last: 7 });
    // The second request counts as a repetition: the gateway compares the uploaded bytes, not the processed ones.
    expect((await post(Uint8Array.of(1), { 'Idempotency-Key': 'one' })).isReplayed).toBe(true);
    expect(await post(Uint8Array.of(1, 2, 3))).toMatchObject({ status: 415 });
  });

  it('reads a second file of a user after the first one was answered', async () => {
    const arrivalResolvers: (() => void)[] = [];
    const handledFileSizes: number[] = [];
    const whenUploadArrived = new Promise<void>((resolve) => arrivalResolvers.push(resolve));
    let releaseUpload = (): void => {};
    const uploadReleased = new Promise<void>((resolve) => {
      releaseUpload = resolve;
    });
    const post = await openServer(async (file) => {
      handledFileSizes.push(file.byteLength);
      for (const resolveArrival of arrivalResolvers) resolveArrival();
      await uploadReleased;
      return ok(file);
    });
    const firstPost = post(Uint8Array.of(1));
    await whenUploadArrived;
    expect(await post(Uint8Array.of(1, 2))).toMatchObject({ status: 409, body: { code: 'requestInProgress' } });
    releaseUpload();
    expect((await firstPost).status).toBe(200);
    expect([(await post(Uint8Array.of(1, 2))).status, handledFileSizes]).toEqual([200, [1, 2]]);
  });

  it('processes 32 files at once and refuses another', async () => {
    let releaseUploads = (): void => {};
    const whenReleased = new Promise<void>((resolve) => {
      releaseUploads = resolve;
    });
    let [runningUploadCount, onAllSlotsTaken] = [0, (): void => {}];
    const whenArrived = new Promise<void>((resolve) => {
      onAllSlotsTaken = resolve;
    });
    const post = await openServer(async (file) => {
      runningUploadCount += 1;
      if (runningUploadCount === 32) onAllSlotsTaken();
      await whenReleased;
      return ok(file);
    });
    const postUpload = (index: number) =>
      post(Uint8Array.of(1), {
        Authorization: `Bearer visitor:${index}`,
        'X-Forwarded-For': `192.0.2.${Math.floor(index / 4)}`,
      });
    const uploads = Array.from({ length: 32 }, (_, index) => postUpload(index));
    await whenArrived;
    expect(await postUpload(32)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    releaseUploads();
    expect((await Promise.all(uploads)).map(({ status }) => status)).toEqual(uploads.map(() => 200));
    expect((await postUpload(32)).status).toBe(200);
  });

  describe('from clients that never send the rest', () => {
    beforeEach(() =>
      jest.useFakeTimers({
        doNotFake: [
          'Date',
          'hrtime',
          'nextTick',
          'performance',
          'queueMicrotask',
          'setImmediate',
          'clearImmediate',
          'setInterval',
          'clearInterval',
        ],
      }),
    );
    afterEach(() => jest.useRealTimers());

    const addressHeaders = { 'X-Forwarded-For': '192.0.2.1' };

    /** Sends only the first bytes of a file. The returned promise resolves with the complete response. */
    const startUpload = (url: string, senderName: string, firstBytes = 'x') => {
      const uploadRequest = request(`${url}/api/file`, {
        method: 'POST',
        agent: false,
        headers: {
          ...addressHeaders,
          Authorization: `Bearer visitor:${senderName}`,
          'Content-Length': firstBytes.length + 1000,
        },
      });
      uploadRequest.write(firstBytes);
      return new Promise<{ status: number | undefined; connection: string | undefined; code: unknown }>(
        (resolve, reject) => {
          uploadRequest.on('error', reject);
          uploadRequest.on('response', (uploadResponse) => {
            let body = '';
            uploadResponse.on('data', (chunk: Buffer) => {
              body += chunk.toString();
            });
            uploadResponse.on('end', () =>
              resolve({
                status: uploadResponse.statusCode,
                connection: uploadResponse.headers.connection,
                code: z.object({ code: z.string() }).parse(JSON.parse(body)).code,
              }),
            );
          });
        },
      );
    };

    /** Starts four uploads from one IP address, the maximum that the gateway reads at once. */
    const startFourUploads = async (url: string) => {
      const uploads = ['one', 'two', 'three', 'four'].map((sender) => startUpload(url, sender));
      while (jest.getTimerCount() < uploads.length) await new Promise((resolve) => setImmediate(resolve));
      return uploads;
    };

    it('accepts four at once of an address, and others meanwhile', async () => {
      const post = await openServer();
      const uploads = await startFourUploads(harnesses.at(-1)?.url ?? '');
      const answer = await post(Uint8Array.of(1), { ...addressHeaders, Authorization: 'Bearer visitor:five' });
      expect(answer).toMatchObject({
        status: 429,
        body: { code: 'ErrorTooManyAttempts', details: { retryAfterMs: 1000 } },
      });
      expect(
        (await post(Uint8Array.of(1), { Authorization: 'Bearer visitor:five', 'X-Forwarded-For': '192.0.2.2' })).status,
      ).toBe(200);
      jest.advanceTimersByTime(BODY_DEADLINE_MS + 100);
      await Promise.all(uploads);
    });

    it('gives a slow but steady body its time', async () => {
      const post = await openServer();
      const slowUpload = startUpload(harnesses.at(-1)?.url ?? '', 'one', 'x'.repeat(32_000));
      while (jest.getTimerCount() < 1) await new Promise((resolve) => setImmediate(resolve));
      // While this request runs, the first 32,000 bytes of the slow upload arrive at the gateway.
      expect((await post(Uint8Array.of(1), { Authorization: 'Bearer visitor:two' })).status).toBe(200);
      jest.advanceTimersByTime(BODY_DEADLINE_MS + 500);
      expect(jest.getTimerCount()).toBe(1);
      jest.advanceTimersByTime(1000);
      expect(await slowUpload).toMatchObject({ status: 408 });
    });

    it('ends their wait and accepts others', async () => {
      const post = await openServer();
      const uploads = await startFourUploads(harnesses.at(-1)?.url ?? '');
      jest.advanceTimersByTime(BODY_DEADLINE_MS - 1);
      expect((await post(Uint8Array.of(1), { ...addressHeaders, Authorization: 'Bearer visitor:five' })).status).toBe(
        429,
      );
      jest.advanceTimersByTime(100);
      const expectedTimeout = { status: 408, connection: 'close', code: 'requestTimeout' };
      expect(await Promise.all(uploads)).toEqual([expectedTimeout, expectedTimeout, expectedTimeout, expectedTimeout]);
      expect((await post(Uint8Array.of(1), { ...addressHeaders, Authorization: 'Bearer visitor:five' })).status).toBe(
        200,
      );
      expect(jest.getTimerCount()).toBe(0);
    });
  });
});
