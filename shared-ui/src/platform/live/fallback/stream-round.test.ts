import { liveCloseCodes } from '@mahlzeit/contract';
import { createManualTimers } from '../../../testing/time/manual-timers';
import { createStreamRound } from './stream-round';

const WELCOME =
  'data: {"op":"welcome","now":7,"limits":{"frameBytes":1,"subscriptions":1,"connections":1,"pingMs":1}}\n\n';

/** Starts a request for a stream whose response the test writes. */
const startRound = (respond?: () => Promise<Response>) => {
  const timers = createManualTimers();
  const seen: unknown[] = [];
  const requests: Request[] = [];
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(streamController) {
      controller = streamController;
    },
  });
  const streamResponse = async (): Promise<Response> =>
    new Response(body, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } });
  const stop = createStreamRound({
    origin: 'https://mahlzeit.example',
    timers,
    sendRequest(request) {
      requests.push(request);
      return (respond ?? streamResponse)();
    },
  })(
    { token: 't1', topics: [{ topic: 'me', cursor: 'e.1' }], mayWait: true },
    {
      began: (now) => seen.push(['began', now]),
      heartbeat: () => seen.push('heartbeat'),
      frame: ({ op }) => seen.push(op),
      unreadable: (text) => seen.push(['unreadable', text]),
      ended: (end) => seen.push(end),
    },
  );
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
  };
  return {
    timers,
    seen,
    requests,
    stop,
    settle,
    async write(text: string) {
      controller?.enqueue(new TextEncoder().encode(text));
      await settle();
    },
    async end() {
      controller?.close();
      await settle();
    },
  };
};

describe('a round by a stream', () => {
  it('sends the token in a header and the topics in the body', async () => {
    const { requests, settle } = startRound();
    await settle();
    const [request] = requests;
    expect([request?.method, request?.url, request?.headers.get('Authorization')]).toEqual([
      'POST',
      'https://mahlzeit.example/api/live/stream',
      'Bearer t1',
    ]);
    expect(await request?.json()).toEqual({ topics: [{ topic: 'me', cursor: 'e.1' }] });
  });

  it('reads events however the network cuts them', async () => {
    const { seen, write } = startRound();
    await write(WELCOME.slice(0, 20));
    await write(`${WELCOME.slice(20)}data: {"op":"clo`);
    expect(seen).toEqual([['began', 7]]);
    await write('ck","now":8}\n\n:\n\ndata: {"op":"dance"}\n\n');
    expect(seen.slice(1)).toEqual(['clock', 'heartbeat', ['unreadable', '{"op":"dance"}']]);
  });

  it('ends with the code of the last event', async () => {
    const { seen, write } = startRound();
    await write(`${WELCOME}event: close\ndata: ${liveCloseCodes.tooManyConnections}\n\n`);
    expect(seen.at(-1)).toEqual({ type: 'closed', code: liveCloseCodes.tooManyConnections });
  });

  it('counts as blocked when nothing comes, and as lost after a silence', async () => {
    const unansweredRound = startRound();
    await unansweredRound.settle();
    unansweredRound.timers.advance(4_000);
    expect(unansweredRound.seen).toEqual([{ type: 'blocked' }]);
    const silentRound = startRound();
    await silentRound.write(WELCOME);
    silentRound.timers.advance(34_999);
    expect(silentRound.seen).toHaveLength(1);
    silentRound.timers.advance(1);
    expect(silentRound.seen.at(-1)).toEqual({ type: 'closed', code: 1006 });
  });

  it('counts as blocked when a proxy answers in its place', async () => {
    const { seen, settle } = startRound(
      async () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } }),
    );
    await settle();
    expect(seen).toEqual([{ type: 'blocked' }]);
  });

  it.each([
    [401, 'unauthenticated', liveCloseCodes.unauthenticated],
    [429, 'ErrorTooManyAttempts', liveCloseCodes.tooManyConnections],
    [503, 'unavailable', 1006],
  ])('ends as a socket would after the status %i', async (status, code, closeCode) => {
    const { seen, settle } = startRound(async () =>
      Response.json({ code, message: code, requestId: 'r1' }, { status, headers: { 'Retry-After': '3' } }),
    );
    await settle();
    expect(seen).toMatchObject([{ type: 'closed', code: closeCode }]);
    expect(status === 401 || JSON.stringify(seen).includes('"retryMs":3000')).toBe(true);
  });

  it('is lost when the network is, and only over when a proxy ends it after it has worked', async () => {
    const lostRound = startRound(() => Promise.reject(new TypeError('Failed to fetch')));
    await lostRound.settle();
    expect(lostRound.seen).toEqual([{ type: 'closed', code: 1006 }]);
    const shortRound = startRound();
    await shortRound.write(WELCOME);
    await shortRound.end();
    expect(shortRound.seen.at(-1)).toEqual({ type: 'closed', code: 1006 });
    const steadyRound = startRound();
    await steadyRound.write(WELCOME);
    steadyRound.timers.advance(5_000);
    await steadyRound.end();
    expect(steadyRound.seen.at(-1)).toEqual({ type: 'done' });
    expect(steadyRound.timers.pendingCount()).toBe(0);
  });

  it('is silent once it is stopped', async () => {
    const { seen, stop, write, timers } = startRound();
    await write(WELCOME);
    stop();
    await write('data: {"op":"clock","now":8}\n\n');
    expect([seen, timers.pendingCount()]).toEqual([[['began', 7]], 0]);
  });
});
