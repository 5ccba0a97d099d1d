import { getMe, getVersionInfo, loadByLocation, patchMe, register, err, ok } from '@mahlzeit/contract';
import type { Account, Result, Route } from '@mahlzeit/contract';
import { aRegistration, anAccount } from '@mahlzeit/contract/fixtures';
import type { SessionView } from '../shell-contract';
import type { AnyCallInput } from './call-input';
import { apiErrorOf } from './gateway-failure';
import type { ApiError } from './gateway-failure';
import { createApiClient } from './gateway';

const location = { latitude: 48.1, longitude: 11.5 };

interface Sent {
  readonly token: string | null | undefined;
  readonly key: string | undefined;
}

const seen = (account: Partial<Account> = {}): SessionView => ({ status: 'known', account: anAccount(account) });

const setUp = ({ accepted, renewed = null, token = 'old', first = seen() }: { accepted: string; renewed?: string | null; token?: string | null; first?: SessionView }) => {
  const sent: Sent[] = [];
  const listeners = new Set<() => void>();
  let view = first;
  const answerTo = (given: string | null | undefined): Result<never[], ApiError> =>
    given === undefined || given === accepted ? ok([]) : err(apiErrorOf('tokenExpired', 401));
  const apiClient = createApiClient(
    {
      send: (_route: Route, input: AnyCallInput, options) => {
        sent.push({ token: options?.token, key: input.idempotencyKey });
        return Promise.resolve<Result<never, ApiError>>(refuseOrEmpty(answerTo(options?.token)));
      },
    },
    {
      token: () => Promise.resolve(view.status === 'known' ? token : null),
      renew: () => Promise.resolve(renewed),
      get: () => view,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  );
  const show = (next: SessionView): void => {
    view = next;
    for (const listener of [...listeners]) listener();
  };
  return { apiClient, sent, show, listeners };
};

const refuseOrEmpty = (answer: Result<never[], ApiError>): Result<never, ApiError> =>
  answer.ok ? err(apiErrorOf('accepted', 200)) : answer;

describe('apiClient', () => {
  it('sends the session token', async () => {
    const { apiClient, sent } = setUp({ accepted: 'old' });
    await apiClient.call(getMe, {});
    expect(sent).toEqual([{ token: 'old', key: undefined }]);
  });

  it('asks open routes without a token', async () => {
    const { apiClient, sent } = setUp({ accepted: 'x', token: null });
    await apiClient.call(getVersionInfo, { params: { major: '5' } });
    expect(sent).toEqual([{ token: undefined, key: undefined }]);
  });

  it('repeats a call whose token was refused once, under the same idempotency key', async () => {
    const { apiClient, sent } = setUp({ accepted: 'new', renewed: 'new' });
    await apiClient.call(register, { body: aRegistration() });
    expect(sent.map((one) => one.token)).toEqual(['old', 'new']);
    expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(sent[1]?.key).toBe(sent[0]?.key);
  });

  it('gives no key to what only reads, though it is a POST', async () => {
    const { apiClient, sent } = setUp({ accepted: 'old' });
    await apiClient.call(loadByLocation, { body: { location, radius: 5000 } });
    expect(sent).toEqual([{ token: 'old', key: undefined }]);
  });

  it('does not repeat it a second time', async () => {
    const { apiClient, sent } = setUp({ accepted: 'never', renewed: 'new' });
    expect(await apiClient.call(getMe, {})).toMatchObject({ error: { code: 'tokenExpired' } });
    expect(sent).toHaveLength(2);
  });

  it('gives the refusal back when no fresh token is to be had', async () => {
    const { apiClient, sent } = setUp({ accepted: 'never' });
    expect(await apiClient.call(getMe, {})).toMatchObject({ error: { code: 'tokenExpired' } });
    expect(sent).toHaveLength(1);
  });

  it('gives two writes two keys, and a repeat the key it is given', async () => {
    const { apiClient, sent } = setUp({ accepted: 'old' });
    const write = { body: aRegistration() };
    await apiClient.call(register, write);
    await apiClient.call(register, write);
    await apiClient.call(register, { ...write, idempotencyKey: 'order-1' });
    expect(new Set(sent.map((one) => one.key)).size).toBe(3);
    expect(sent[2]?.key).toBe('order-1');
  });

  it('is offline while there is no session', async () => {
    const { apiClient, sent } = setUp({ accepted: 'x', token: null });
    expect(await apiClient.call(getMe, {})).toMatchObject({ error: { code: 'offline' } });
    expect(sent).toEqual([]);
  });

  describe('of who is flagged deleted', () => {
    const flagged = seen({ deleted: true });
    const load = { body: { location, radius: 5000 } };
    // All that has been asked so far has been sent by then.
    const settle = () => new Promise((resolve) => setTimeout(resolve));

    it('asks at once what is open to him, and nothing else before he has come back', async () => {
      const { apiClient, sent, show, listeners } = setUp({ accepted: 'old', first: flagged });
      await apiClient.call(getMe, {});
      const waiting = [apiClient.call(loadByLocation, load), apiClient.call(patchMe, { body: { visible: true } })];
      show(seen({ deleted: true, visible: false }));
      await settle();
      expect(sent).toHaveLength(1);
      show(seen());
      await Promise.all(waiting);
      expect(sent).toHaveLength(3);
      expect(listeners.size).toBe(0);
    });

    it.each<[string, SessionView]>([
      ['nobody', { status: 'unknown' }],
      ['a visitor', seen({ uid: 'uid-anonym-01', isAnonymous: true, loggedIn: false })],
    ])('A06 asks nothing in his name nor in another once %s is there', async (_, next) => {
      const { apiClient, sent, show } = setUp({ accepted: 'old', first: flagged });
      const waiting = apiClient.call(loadByLocation, load);
      await settle();
      show(next);
      expect(await waiting).toMatchObject({ error: { code: 'offline' } });
      expect(sent).toEqual([]);
    });
  });
});
