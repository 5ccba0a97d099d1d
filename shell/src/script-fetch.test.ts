import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { createFetchAhead, MAX_FILE_MS, MAX_SILENCE_MS, ScriptError } from './script-fetch';

const ADDRESS = '/remotes/mf-social/chat.0a1b2c3d4e.js';

const waitTurns = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Starts to fetch a script. The test sends its bytes, or rejects the request with `requestError`. */
const startFetch = ({
  status = 200,
  hasResponse = true,
  requestError = null,
}: { readonly status?: number; readonly hasResponse?: boolean; readonly requestError?: Error | null } = {}) => {
  const timers = createManualTimers();
  let progressCount = 0;
  let sendBytes = (): void => undefined;
  let endBody = (): void => undefined;
  const outcomes: string[] = [];
  const fetchAhead = createFetchAhead({
    timers,
    onProgress: () => (progressCount += 1),
    fetchScript: (_address, { signal }) =>
      new Promise((resolve, reject) => {
        const rejectAborted = (): void => reject(new DOMException('aborted', 'AbortError'));
        if (requestError !== null) return reject(requestError);
        if (!hasResponse) return signal.addEventListener('abort', rejectAborted);
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            sendBytes = () => controller.enqueue(new Uint8Array(1));
            endBody = () => controller.close();
            signal.addEventListener('abort', () => controller.error(new DOMException('aborted', 'AbortError')));
          },
        });
        return resolve(new Response(body, { status }));
      }),
  });
  fetchAhead(ADDRESS).then(
    () => outcomes.push('ready'),
    (error: unknown) => outcomes.push(error instanceof ScriptError ? error.reason : String(error)),
  );
  const passTime = async (ms: number): Promise<void> => {
    await waitTurns();
    timers.advance(ms);
    await waitTurns();
  };
  return {
    timers,
    outcomes,
    passTime,
    send: () => sendBytes(),
    end: () => endBody(),
    progressCount: () => progressCount,
  };
};

describe('fetch of a script before it runs', () => {
  it('may take any number of pauses, each shorter than the limit', async () => {
    const { timers, outcomes, passTime, send: sendPart, end, progressCount } = startFetch();
    for (let part = 0; part < 3; part += 1) {
      await passTime(MAX_SILENCE_MS - 1);
      sendPart();
    }
    await waitTurns();
    expect(progressCount()).toBe(4);
    end();
    await waitTurns();
    expect(outcomes).toEqual(['ready']);
    expect(timers.pendingCount()).toBe(0);
  });

  it('fails when no response comes', async () => {
    const { outcomes, passTime } = startFetch({ hasResponse: false });
    await passTime(MAX_SILENCE_MS - 1);
    expect(outcomes).toEqual([]);
    await passTime(1);
    expect(outcomes).toEqual(['timeout']);
  });

  it('fails when the head comes and then nothing', async () => {
    const { outcomes, passTime } = startFetch();
    await passTime(MAX_SILENCE_MS);
    expect(outcomes).toEqual(['timeout']);
  });

  it('waits while another script of the page takes the whole line, and not longer', async () => {
    const timers = createManualTimers();
    const sendBytes: (() => void)[] = [];
    const outcomes: string[] = [];
    const fetchAhead = createFetchAhead({
      timers,
      onProgress: () => undefined,
      fetchScript: (address, { signal }) =>
        new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
          if (address === 'waiting') return;
          resolve(
            new Response(
              new ReadableStream<Uint8Array>({
                start: (controller) => void sendBytes.push(() => controller.enqueue(new Uint8Array(1))),
              }),
            ),
          );
        }),
    });
    void fetchAhead('coming');
    fetchAhead('waiting').catch((error: unknown) => outcomes.push(error instanceof ScriptError ? error.reason : ''));
    for (let part = 0; part < 4; part += 1) {
      await waitTurns();
      timers.advance(MAX_SILENCE_MS - 1);
      for (const sendPart of sendBytes) sendPart();
    }
    await waitTurns();
    expect(outcomes).toEqual([]);
    timers.advance(MAX_SILENCE_MS);
    await waitTurns();
    expect(outcomes).toEqual(['timeout']);
  });

  it('fails when its bytes come one by one, far too slowly', async () => {
    const { outcomes, passTime, send: sendPart } = startFetch();
    for (let second = 1; second < MAX_FILE_MS / 1_000; second += 1) {
      await passTime(1_000);
      sendPart();
    }
    expect(outcomes).toEqual([]);
    await passTime(1_000);
    expect(outcomes).toEqual(['timeout']);
  });

  it.each([
    [404, 'missing'],
    [410, 'missing'],
    [503, 'unreachable'],
  ])('says of status %s that the script is %s', async (status, reason) => {
    const { outcomes, progressCount } = startFetch({ status });
    await waitTurns();
    expect(outcomes).toEqual([reason]);
    expect(progressCount()).toBe(1);
  });

  it('blames the connection where the browser gets no response', async () => {
    const { outcomes } = startFetch({ requestError: new TypeError('Failed to fetch') });
    await waitTurns();
    expect(outcomes).toEqual(['offline']);
  });
});
