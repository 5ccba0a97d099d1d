import {
  deleteMe,
  err,
  getInvitationCalendar,
  getMe,
  getRestaurant,
  getVersionInfo,
  loadByLocation,
  login,
  ok,
  patchMe,
  readChat,
  register,
  uploadAvatar,
} from '@mahlzeit/contract';
import type { Account, Result, Route } from '@mahlzeit/contract';
import { anAccount, aRegistration, aRestaurant, aUser } from '@mahlzeit/contract/fixtures';
import { createManualTimers } from '../../testing/time/manual-timers';
import { createApiClient } from './api-client';
import { createTransport } from '../api/transport';
import type { AnyCallInput, SendRequest } from '../api/transport';
import { apiErrorOf } from '../api/api-error';
import type { ApiError } from '../api/api-error';
import { createEventLog } from '../events/event-log';
import type { SessionView } from '../shell/shell-contract';

describe('a transport', () => {
  const setUpTransport = (sendRequest: SendRequest) => {
    const timers = createManualTimers();
    const eventLog = createEventLog();
    const observedServerTimesMs: number[] = [];
    const eventNames: string[] = [];
    eventLog.subscribe((eventName) => eventNames.push(eventName));
    const transport = createTransport({
      sendRequest,
      origin: 'http://127.0.0.1:4000',
      timers,
      eventLog,
      observeTime: (observedNow) => observedServerTimesMs.push(observedNow),
    });
    return { timers, times: observedServerTimesMs, events: eventNames, transport };
  };

  const createAnsweringClient = (responseBody: unknown, responseInit?: ResponseInit) =>
    setUpTransport(() => Promise.resolve(Response.json(responseBody, responseInit)));

  const sendWithoutAnswer: SendRequest = (request) =>
    new Promise((_, reject) => {
      request.signal.addEventListener('abort', () => reject(new Error('aborted')));
    });

  it('encodes path and query and sends the token', async () => {
    const sentRequests: Request[] = [];
    const { transport } = setUpTransport((request) => {
      sentRequests.push(request);
      return Promise.resolve(Response.json(aRestaurant()));
    });
    await transport.send(
      getRestaurant,
      { params: { key: 'a/b' }, query: { latitude: 48.1, longitude: 11.5 } },
      { token: 'secret' },
    );
    expect(sentRequests[0]?.url).toBe('http://127.0.0.1:4000/api/restaurants/a%2Fb?latitude=48.1&longitude=11.5');
    expect(sentRequests[0]?.headers.get('Authorization')).toBe('Bearer secret');
    expect(sentRequests[0]?.headers.get('Idempotency-Key')).toBeNull();
  });

  it('sends no half of a character, which the gateway would refuse', async () => {
    const sentBodies: unknown[] = [];
    const { transport } = setUpTransport(async (request) => {
      sentBodies.push(await request.json());
      return Response.json(aUser());
    });
    await transport.send(patchMe, { body: { displayName: 'Anna \uD83D' } });
    expect(sentBodies).toEqual([{ displayName: 'Anna \uFFFD' }]);
  });

  it('sends a keepalive request that outlives its page', async () => {
    const keepaliveFlags: boolean[] = [];
    const { transport } = setUpTransport(({ keepalive }) => {
      keepaliveFlags.push(keepalive);
      return Promise.resolve(Response.json({}));
    });
    for (const keepalive of [true, undefined])
      await transport.send(readChat, {
        params: { chatKey: 'c' },
        body: { messageKey: 'n' },
        ...(keepalive === undefined ? {} : { keepalive }),
      });
    expect(keepaliveFlags).toEqual([true, false]);
  });

  it('sends JSON, and an empty object for a missing body', async () => {
    const requestBodies: string[] = [];
    const { transport } = setUpTransport(async (request) => {
      requestBodies.push(`${String(request.headers.get('Content-Type'))} ${await request.text()}`);
      return Response.json([]);
    });
    await transport.send(loadByLocation, { body: { radius: 5000 } });
    await transport.send(loadByLocation, {});
    expect(requestBodies).toEqual(['application/json {"radius":5000}', 'application/json {}']);
  });

  it('returns a file as bytes, or the error', async () => {
    const fileClient = setUpTransport(() =>
      Promise.resolve(new Response('BEGIN:VCALENDAR', { headers: { 'Content-Type': 'text/calendar' } })),
    );
    const calendarAnswer = await fileClient.transport.send(getInvitationCalendar, { params: { id: 'e1' } });
    expect(calendarAnswer.ok && String.fromCharCode(...calendarAnswer.value.bytes)).toBe('BEGIN:VCALENDAR');
    const refusedClient = createAnsweringClient(
      { code: 'invitationDeleted', message: '', requestId: 'r1' },
      { status: 410 },
    );
    expect(await refusedClient.transport.send(getInvitationCalendar, { params: { id: 'e1' } })).toMatchObject({
      error: { status: 410, code: 'invitationDeleted' },
    });
  });

  it('sends a file as bytes, and refuses any other body', async () => {
    const sentRequests: Request[] = [];
    const { transport } = setUpTransport((request) => {
      sentRequests.push(request);
      return Promise.resolve(Response.json({ photoURL: '/media/avatar/1.webp' }));
    });
    await transport.send(uploadAvatar, { body: new Uint8Array([137, 80, 78, 71]) });
    expect(sentRequests[0]?.headers.get('Content-Type')).toBe('application/octet-stream');
    expect([...new Uint8Array((await sentRequests[0]?.arrayBuffer()) ?? new ArrayBuffer(0))]).toEqual([
      137, 80, 78, 71,
    ]);
    await expect(transport.send(uploadAvatar, { body: 'a picture' })).rejects.toThrow('no Uint8Array');
  });

  it('returns the parsed response', async () => {
    const { transport } = createAnsweringClient({ ...aUser(), fieldOfANewerGateway: 1 });
    expect(await transport.send(getMe, {})).toEqual({ ok: true, value: aUser() });
  });

  it('follows the time of each response, also of errors', async () => {
    const { transport, times } = createAnsweringClient(
      {},
      { status: 500, headers: { 'X-Mahlzeit-Now': '1782293400000' } },
    );
    await transport.send(getMe, {});
    expect(times).toEqual([1782293400000]);
  });

  it('refuses a response that breaks the contract, and logs the route', async () => {
    const { transport, events } = createAnsweringClient({ uid: 7 });
    expect(await transport.send(getMe, {})).toMatchObject({ ok: false, error: { code: 'invalidAnswer', status: 200 } });
    expect(events).toEqual(['invalid_answer']);
  });

  it('returns code, message, request id and details of an error', async () => {
    const { transport } = createAnsweringClient(
      { code: 'ErrorTooManyAttempts', message: 'no', requestId: 'r-7', details: { retryAfterMs: 30_000 } },
      { status: 429, headers: { 'Retry-After': '29' } },
    );
    expect(await transport.send(login, { body: {} })).toEqual({
      ok: false,
      error: {
        status: 429,
        code: 'ErrorTooManyAttempts',
        message: 'no',
        requestId: 'r-7',
        retryAfterMs: 30_000,
        details: { retryAfterMs: 30_000 },
      },
    });
  });

  it('takes the delay from the header when the details have none', async () => {
    const { transport } = createAnsweringClient(
      { code: 'unavailable', message: '', requestId: 'r' },
      { status: 503, headers: { 'Retry-After': '2' } },
    );
    expect(await transport.send(getMe, {})).toMatchObject({ error: { code: 'unavailable', retryAfterMs: 2_000 } });
  });

  it('returns an error for the HTML page of a proxy', async () => {
    const { transport } = setUpTransport(() => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 })));
    expect(await transport.send(getMe, {})).toMatchObject({
      error: { status: 502, code: 'httpError', requestId: null },
    });
  });

  it('returns offline when the gateway was not reached', async () => {
    const { transport } = setUpTransport(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await transport.send(getMe, {})).toMatchObject({ error: { status: 0, code: 'offline' } });
  });

  it('gives up after fifteen seconds', async () => {
    const { transport, timers } = setUpTransport(sendWithoutAnswer);
    const pendingAnswer = transport.send(getMe, {});
    timers.advance(15_000);
    expect(await pendingAnswer).toMatchObject({ error: { code: 'timeout' } });
    expect(timers.pendingCount()).toBe(0);
  });

  it('lets a response that has begun take its time, and gives up after two minutes', async () => {
    let sendPart = (_text: string): void => undefined;
    let endBody = (): void => undefined;
    const sendSlowly = (request: Request) =>
      Promise.resolve(
        new Response(
          new ReadableStream<Uint8Array>({
            start(controller) {
              sendPart = (text) => controller.enqueue(new TextEncoder().encode(text));
              endBody = () => controller.close();
              request.signal.addEventListener('abort', () => controller.error(new DOMException('aborted')));
            },
          }),
        ),
      );
    const waitTurns = () => new Promise((resolve) => setTimeout(resolve, 0));
    const [slow, silent] = [setUpTransport(sendSlowly), setUpTransport(sendSlowly)];
    const slowAnswer = slow.transport.send(getMe, {});
    for (const part of JSON.stringify(aUser()).match(/.{1,200}/gs) ?? []) {
      await waitTurns();
      slow.timers.advance(10_000);
      sendPart(part);
    }
    await waitTurns();
    endBody();
    expect(await slowAnswer).toEqual(ok(aUser()));
    expect(slow.timers.pendingCount()).toBe(0);
    const silentAnswer = silent.transport.send(getMe, {});
    await waitTurns();
    sendPart('{');
    await waitTurns();
    silent.timers.advance(120_000);
    expect(await silentAnswer).toMatchObject({ error: { code: 'timeout' } });
  });

  it('allows two minutes for a file', async () => {
    const { transport, timers } = setUpTransport(sendWithoutAnswer);
    const pendingAnswer = transport.send(uploadAvatar, { body: new Uint8Array(1) });
    timers.advance(119_999);
    expect(timers.pendingCount()).toBe(1);
    timers.advance(1);
    expect(await pendingAnswer).toMatchObject({ error: { code: 'timeout' } });
  });

  it('stops when its caller aborts', async () => {
    const { transport, timers } = setUpTransport(sendWithoutAnswer);
    const callerAbortController = new AbortController();
    const pendingAnswer = transport.send(getMe, {}, { signal: callerAbortController.signal });
    callerAbortController.abort();
    expect(await pendingAnswer).toMatchObject({ error: { code: 'aborted' } });
    expect(timers.pendingCount()).toBe(0);
  });
});

describe('an API client', () => {
  const searchLocation = { latitude: 48.1, longitude: 11.5 };

  interface SentCall {
    readonly token: string | null | undefined;
    readonly key: string | undefined;
  }

  const createKnownView = (account: Partial<Account> = {}): SessionView => ({
    status: 'known',
    account: anAccount(account),
  });

  const setUpApiClient = ({
    acceptedToken,
    renewedToken = null,
    token = 'old',
    initialView = createKnownView(),
    viewAtAnswer,
  }: {
    acceptedToken: string;
    renewedToken?: string | null;
    token?: string | null;
    initialView?: SessionView;
    /** Session that the page has when the response arrives, if it changes while the request is running. */
    viewAtAnswer?: SessionView;
  }) => {
    const sentRequests: SentCall[] = [];
    const sessionListeners = new Set<() => void>();
    let currentView = initialView;
    const answerToToken = (token: string | null | undefined): Result<never[], ApiError> =>
      token === undefined || token === acceptedToken ? ok([]) : err(apiErrorOf('tokenExpired', 401));
    const apiClient = createApiClient(
      {
        send: (_route: Route, input: AnyCallInput, sendOptions) => {
          sentRequests.push({ token: sendOptions?.token, key: input.idempotencyKey });
          if (viewAtAnswer !== undefined) changeSessionView(viewAtAnswer);
          return Promise.resolve<Result<never, ApiError>>(toEmptyAnswer(answerToToken(sendOptions?.token)));
        },
      },
      {
        token: () => Promise.resolve(currentView.status === 'known' ? token : null),
        renew: () => Promise.resolve(renewedToken),
        get: () => currentView,
        subscribe(listener) {
          sessionListeners.add(listener);
          return () => sessionListeners.delete(listener);
        },
      },
    );
    const changeSessionView = (nextView: SessionView): void => {
      currentView = nextView;
      for (const listener of [...sessionListeners]) listener();
    };
    return { apiClient, sent: sentRequests, show: changeSessionView, listeners: sessionListeners };
  };

  const toEmptyAnswer = (serverAnswer: Result<never[], ApiError>): Result<never, ApiError> =>
    serverAnswer.ok ? err(apiErrorOf('accepted', 200)) : serverAnswer;

  it('sends the session token', async () => {
    const { apiClient, sent } = setUpApiClient({ acceptedToken: 'old' });
    await apiClient.call(getMe, {});
    expect(sent).toEqual([{ token: 'old', key: undefined }]);
  });

  it('calls open routes without a token', async () => {
    const { apiClient, sent } = setUpApiClient({ acceptedToken: 'x', token: null });
    await apiClient.call(getVersionInfo, { params: { major: '5' } });
    expect(sent).toEqual([{ token: undefined, key: undefined }]);
  });

  it('repeats a call whose token was refused once, under the same idempotency key', async () => {
    const { apiClient, sent } = setUpApiClient({ acceptedToken: 'new', renewedToken: 'new' });
    await apiClient.call(register, { body: aRegistration() });
    expect(sent.map((sentCall) => sentCall.token)).toEqual(['old', 'new']);
    expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(sent[1]?.key).toBe(sent[0]?.key);
  });

  it('sends no key with a POST that only reads', async () => {
    const { apiClient, sent } = setUpApiClient({ acceptedToken: 'old' });
    await apiClient.call(loadByLocation, { body: { location: searchLocation, radius: 5000 } });
    expect(sent).toEqual([{ token: 'old', key: undefined }]);
  });

  it('repeats a call only once', async () => {
    const { apiClient, sent } = setUpApiClient({ acceptedToken: 'never', renewedToken: 'new' });
    expect(await apiClient.call(getMe, {})).toMatchObject({ error: { code: 'tokenExpired' } });
    expect(sent).toHaveLength(2);
  });

  it('returns the refusal when there is no new token', async () => {
    const { apiClient, sent } = setUpApiClient({ acceptedToken: 'never' });
    expect(await apiClient.call(getMe, {})).toMatchObject({ error: { code: 'tokenExpired' } });
    expect(sent).toHaveLength(1);
  });

  it('sends two writes with two keys, and a repeat with its given key', async () => {
    const { apiClient, sent } = setUpApiClient({ acceptedToken: 'old' });
    const registerCallInput = { body: aRegistration() };
    await apiClient.call(register, registerCallInput);
    await apiClient.call(register, registerCallInput);
    await apiClient.call(register, { ...registerCallInput, idempotencyKey: 'order-1' });
    expect(new Set(sent.map((candidate) => candidate.key)).size).toBe(3);
    expect(sent[2]?.key).toBe('order-1');
  });

  it('is offline while there is no session', async () => {
    const { apiClient, sent } = setUpApiClient({ acceptedToken: 'x', token: null });
    expect(await apiClient.call(getMe, {})).toMatchObject({ error: { code: 'offline' } });
    expect(sent).toEqual([]);
  });

  describe('whose user changes while a request is running', () => {
    const visitor: Partial<Account> = { uid: 'uid-anonym-01', isAnonymous: true, loggedIn: false };

    it.each<[string, SessionView]>([
      ['nobody', { status: 'unknown' }],
      ['a visitor', createKnownView(visitor)],
      ['another member', createKnownView({ uid: 'uid-mehmet-01' })],
    ])('A06 gives the response of the former user to nobody: %s is there', async (_, viewAtAnswer) => {
      const { apiClient, sent } = setUpApiClient({ acceptedToken: 'old', viewAtAnswer });
      expect(await apiClient.call(getMe, {})).toMatchObject({ error: { code: 'aborted', status: 0 } });
      expect(sent).toHaveLength(1);
    });

    it.each<[string, Route, SessionView, SessionView]>([
      ['the same user with another name', getMe, createKnownView(), createKnownView({ displayName: 'Frieda' })],
      ['a visitor who registers', getMe, createKnownView(visitor), createKnownView({ uid: 'uid-anonym-01' })],
      ['a deletion, which ends all sessions', deleteMe, createKnownView(), createKnownView(visitor)],
      ['a route without a session', getVersionInfo, createKnownView(), createKnownView(visitor)],
    ])('returns the response of %s', async (_, route, initialView, viewAtAnswer) => {
      const { apiClient } = setUpApiClient({ acceptedToken: 'old', initialView, viewAtAnswer });
      expect(await apiClient.callAny(route, {})).toMatchObject({ error: { code: 'accepted' } });
    });
  });

  describe('of who is flagged deleted', () => {
    const deletedView = createKnownView({ deleted: true });
    const locationCallInput = { body: { location: searchLocation, radius: 5000 } };
    // Waits until all earlier calls have been sent.
    const waitUntilSettled = () => new Promise((resolve) => setTimeout(resolve));

    it('calls open routes immediately, and all others only after the account is restored', async () => {
      const { apiClient, sent, show, listeners } = setUpApiClient({ acceptedToken: 'old', initialView: deletedView });
      await apiClient.call(getMe, {});
      const waitingCalls = [
        apiClient.call(loadByLocation, locationCallInput),
        apiClient.call(patchMe, { body: { visible: true } }),
      ];
      show(createKnownView({ deleted: true, visible: false }));
      await waitUntilSettled();
      expect(sent).toHaveLength(1);
      show(createKnownView());
      await Promise.all(waitingCalls);
      expect(sent).toHaveLength(3);
      expect(listeners.size).toBe(0);
    });

    it.each<[string, SessionView]>([
      ['nobody', { status: 'unknown' }],
      ['a visitor', createKnownView({ uid: 'uid-anonym-01', isAnonymous: true, loggedIn: false })],
    ])('A06 asks nothing in their name nor in another once %s is there', async (_, nextView) => {
      const { apiClient, sent, show } = setUpApiClient({ acceptedToken: 'old', initialView: deletedView });
      const waitingCall = apiClient.call(loadByLocation, locationCallInput);
      await waitUntilSettled();
      show(nextView);
      expect(await waitingCall).toMatchObject({ error: { code: 'offline' } });
      expect(sent).toEqual([]);
    });
  });
});
