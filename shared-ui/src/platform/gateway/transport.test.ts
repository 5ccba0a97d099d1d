import { getMe, getRestaurant, login, loadByLocation, uploadAvatar } from '@mahlzeit/contract';
import { aRestaurant, aUser } from '@mahlzeit/contract/fixtures';
import { createManualTimers } from '../../testing/time/manual-timers';
import { createEventLog } from '../events/event-log';
import { createTransport } from './transport';
import type { SendRequest } from './transport';

const setUp = (sendRequest: SendRequest) => {
  const timers = createManualTimers();
  const eventLog = createEventLog();
  const times: number[] = [];
  const events: string[] = [];
  eventLog.subscribe((name) => events.push(name));
  const transport = createTransport({ sendRequest, origin: 'http://127.0.0.1:4000', timers, eventLog, observeTime: (now) => times.push(now) });
  return { timers, times, events, transport };
};

const answering = (body: unknown, init?: ResponseInit) => setUp(() => Promise.resolve(Response.json(body, init)));

const hanging: SendRequest = (request) => new Promise((_, reject) => {
  request.signal.addEventListener('abort', () => reject(new Error('aborted')));
});

describe('transport', () => {
  it('encodes path and query and says who asks', async () => {
    const requests: Request[] = [];
    const { transport } = setUp((request) => {
      requests.push(request);
      return Promise.resolve(Response.json(aRestaurant()));
    });
    await transport.send(getRestaurant, { params: { key: 'a/b' }, query: { latitude: 48.1, longitude: 11.5 } }, { token: 'secret' });
    expect(requests[0]?.url).toBe('http://127.0.0.1:4000/api/restaurants/a%2Fb?latitude=48.1&longitude=11.5');
    expect(requests[0]?.headers.get('Authorization')).toBe('Bearer secret');
    expect(requests[0]?.headers.get('Idempotency-Key')).toBeNull();
  });

  it('sends JSON, and an empty object where a route takes a body and none was given', async () => {
    const bodies: string[] = [];
    const { transport } = setUp(async (request) => {
      bodies.push(`${String(request.headers.get('Content-Type'))} ${await request.text()}`);
      return Response.json([]);
    });
    await transport.send(loadByLocation, { body: { radius: 5000 } });
    await transport.send(loadByLocation, {});
    expect(bodies).toEqual(['application/json {"radius":5000}', 'application/json {}']);
  });

  it('sends a file as the bytes it is, and refuses what is none', async () => {
    const sent: Request[] = [];
    const { transport } = setUp((request) => {
      sent.push(request);
      return Promise.resolve(Response.json({ photoURL: '/media/avatar/1.webp' }));
    });
    await transport.send(uploadAvatar, { body: new Uint8Array([137, 80, 78, 71]) });
    expect(sent[0]?.headers.get('Content-Type')).toBe('application/octet-stream');
    expect([...new Uint8Array((await sent[0]?.arrayBuffer()) ?? new ArrayBuffer(0))]).toEqual([137, 80, 78, 71]);
    await expect(transport.send(uploadAvatar, { body: 'a picture' })).rejects.toThrow('given none');
  });

  it('answers what the contract describes', async () => {
    const { transport } = answering({ ...aUser(), fieldOfANewerGateway: 1 });
    expect(await transport.send(getMe, {})).toEqual({ ok: true, value: aUser() });
  });

  it('follows the time of each answer, refusals too', async () => {
    const { transport, times } = answering({}, { status: 500, headers: { 'X-Mahlzeit-Now': '1782293400000' } });
    await transport.send(getMe, {});
    expect(times).toEqual([1782293400000]);
  });

  it('refuses an answer that breaks the contract and logs which route', async () => {
    const { transport, events } = answering({ uid: 7 });
    expect(await transport.send(getMe, {})).toMatchObject({ ok: false, error: { code: 'invalidAnswer', status: 200 } });
    expect(events).toEqual(['invalid_answer']);
  });

  it('passes code, request id and details of a refusal on', async () => {
    const { transport } = answering(
      { code: 'ErrorTooManyAttempts', message: 'no', requestId: 'r-7', details: { retryAfterMs: 30_000 } },
      { status: 429, headers: { 'Retry-After': '29' } },
    );
    expect(await transport.send(login, { body: {} })).toEqual({
      ok: false,
      error: { status: 429, code: 'ErrorTooManyAttempts', requestId: 'r-7', retryAfterMs: 30_000, details: { retryAfterMs: 30_000 } },
    });
  });

  it('takes the pause from the header where the details have none', async () => {
    const { transport } = answering({ code: 'unavailable', message: '', requestId: 'r' }, { status: 503, headers: { 'Retry-After': '2' } });
    expect(await transport.send(getMe, {})).toMatchObject({ error: { code: 'unavailable', retryAfterMs: 2_000 } });
  });

  it('survives the HTML page of a proxy', async () => {
    const { transport } = setUp(() => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 })));
    expect(await transport.send(getMe, {})).toMatchObject({ error: { status: 502, code: 'httpError', requestId: null } });
  });

  it('says offline when nothing was reached', async () => {
    const { transport } = setUp(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await transport.send(getMe, {})).toMatchObject({ error: { status: 0, code: 'offline' } });
  });

  it('gives up after fifteen seconds', async () => {
    const { transport, timers } = setUp(hanging);
    const answer = transport.send(getMe, {});
    timers.advance(15_000);
    expect(await answer).toMatchObject({ error: { code: 'timeout' } });
    expect(timers.pending()).toBe(0);
  });

  it('gives a file two minutes', async () => {
    const { transport, timers } = setUp(hanging);
    const answer = transport.send(uploadAvatar, { body: new Uint8Array(1) });
    timers.advance(119_999);
    expect(timers.pending()).toBe(1);
    timers.advance(1);
    expect(await answer).toMatchObject({ error: { code: 'timeout' } });
  });

  it('stops when its caller goes', async () => {
    const { transport, timers } = setUp(hanging);
    const caller = new AbortController();
    const answer = transport.send(getMe, {}, { signal: caller.signal });
    caller.abort();
    expect(await answer).toMatchObject({ error: { code: 'aborted' } });
    expect(timers.pending()).toBe(0);
  });
});
