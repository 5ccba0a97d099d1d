import { getMe, getVersionInfo, loadByLocation, patchMe, register, err, ok } from '@mahlzeit/contract';
import type { Account, Result, Route } from '@mahlzeit/contract';
import { aRegistration, anAccount } from '@mahlzeit/contract/fixtures';
import type { SessionView } from '../shell-contract';
import type { AnyCallInput } from './call-input';
import { failureOf } from './gateway-failure';
import type { GatewayFailure } from './gateway-failure';
import { createGateway } from './gateway';

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
  const answerTo = (given: string | null | undefined): Result<never[], GatewayFailure> =>
    given === undefined || given === accepted ? ok([]) : err(failureOf('tokenExpired', 401));
  const gateway = createGateway(
    {
      send: (_route: Route, input: AnyCallInput, options) => {
        sent.push({ token: options?.token, key: input.idempotencyKey });
        return Promise.resolve<Result<never, GatewayFailure>>(refuseOrEmpty(answerTo(options?.token)));
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
  return { gateway, sent, show, listeners };
};

const refuseOrEmpty = (answer: Result<never[], GatewayFailure>): Result<never, GatewayFailure> =>
  answer.ok ? err(failureOf('accepted', 200)) : answer;

describe('gateway', () => {
  it('sends the session token', async () => {
    const { gateway, sent } = setUp({ accepted: 'old' });
    await gateway.call(getMe, {});
    expect(sent).toEqual([{ token: 'old', key: undefined }]);
  });

  it('asks open routes without a token', async () => {
    const { gateway, sent } = setUp({ accepted: 'x', token: null });
    await gateway.call(getVersionInfo, { params: { major: '5' } });
    expect(sent).toEqual([{ token: undefined, key: undefined }]);
  });

  it('repeats a call whose token was refused once, under the same idempotency key', async () => {
    const { gateway, sent } = setUp({ accepted: 'new', renewed: 'new' });
    await gateway.call(register, { body: aRegistration() });
    expect(sent.map((one) => one.token)).toEqual(['old', 'new']);
    expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(sent[1]?.key).toBe(sent[0]?.key);
  });

  it('gives no key to what only reads, though it is a POST', async () => {
    const { gateway, sent } = setUp({ accepted: 'old' });
    await gateway.call(loadByLocation, { body: { location, radius: 5000 } });
    expect(sent).toEqual([{ token: 'old', key: undefined }]);
  });

  it('does not repeat it a second time', async () => {
    const { gateway, sent } = setUp({ accepted: 'never', renewed: 'new' });
    expect(await gateway.call(getMe, {})).toMatchObject({ error: { code: 'tokenExpired' } });
    expect(sent).toHaveLength(2);
  });

  it('gives the refusal back when no fresh token is to be had', async () => {
    const { gateway, sent } = setUp({ accepted: 'never' });
    expect(await gateway.call(getMe, {})).toMatchObject({ error: { code: 'tokenExpired' } });
    expect(sent).toHaveLength(1);
  });

  it('gives two writes two keys, and a repeat the key it is given', async () => {
    const { gateway, sent } = setUp({ accepted: 'old' });
    const write = { body: aRegistration() };
    await gateway.call(register, write);
    await gateway.call(register, write);
    await gateway.call(register, { ...write, idempotencyKey: 'order-1' });
    expect(new Set(sent.map((one) => one.key)).size).toBe(3);
    expect(sent[2]?.key).toBe('order-1');
  });

  it('is offline while there is no session', async () => {
    const { gateway, sent } = setUp({ accepted: 'x', token: null });
    expect(await gateway.call(getMe, {})).toMatchObject({ error: { code: 'offline' } });
    expect(sent).toEqual([]);
  });

  describe('of who is flagged deleted', () => {
    const flagged = seen({ deleted: true });
    const load = { body: { location, radius: 5000 } };
    // All that has been asked so far has been sent by then.
    const settle = () => new Promise((resolve) => setTimeout(resolve));

    it('asks at once what is open to him, and nothing else before he has come back', async () => {
      const { gateway, sent, show, listeners } = setUp({ accepted: 'old', first: flagged });
      await gateway.call(getMe, {});
      const waiting = [gateway.call(loadByLocation, load), gateway.call(patchMe, { body: { visible: true } })];
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
      const { gateway, sent, show } = setUp({ accepted: 'old', first: flagged });
      const waiting = gateway.call(loadByLocation, load);
      await settle();
      show(next);
      expect(await waiting).toMatchObject({ error: { code: 'offline' } });
      expect(sent).toEqual([]);
    });
  });
});
