import { ClientFrame, liveLimits, Op, restaurantTopic, ServerFrame } from '.';
import { aRestaurant, fixtureNow } from './fixtures';

const cursor = 'k3f9.17';

describe('ClientFrame', () => {
  it.each([
    { op: 'hello', v: 1, token: 'abc' },
    { op: 'sub', id: 'restaurant/elbkantine', topic: 'restaurant/elbkantine' },
    { op: 'sub', id: 'me', topic: 'me', params: {}, cursor },
    { op: 'unsub', id: 'me' },
    { op: 'auth', token: 'abc' },
    { op: 'ping' },
  ])('accepts %j', (frame) => {
    expect(ClientFrame.parse(frame)).toEqual(frame);
  });

  it('drops unknown fields, so that newer clients may send more', () => {
    expect(ClientFrame.parse({ op: 'ping', at: 1 })).toEqual({ op: 'ping' });
  });

  it.each([
    { op: 'hello', v: 2, token: 'abc' },
    { op: 'hello', v: 1 },
    { op: 'hello', v: 1, token: '' },
    { op: 'sub', id: 'me' },
    { op: 'sub', id: '', topic: '' },
    { op: 'shout' },
    {},
    [],
    null,
    'ping',
  ])('refuses %j', (frame) => {
    expect(ClientFrame.safeParse(frame).success).toBe(false);
  });
});

describe('ServerFrame', () => {
  const putOp: Op = {
    kind: 'put',
    collection: 'restaurant',
    key: 'elbkantine',
    value: { ...aRestaurant({ offers: [] }) },
  };

  it.each<ServerFrame>([
    { op: 'welcome', now: fixtureNow, limits: liveLimits },
    {
      op: 'snap',
      id: 'me',
      cursor,
      items: [{ collection: 'restaurant', key: 'elbkantine', value: putOp.value }],
      more: true,
    },
    { op: 'delta', id: 'me', cursor, tx: 'tx1', ops: [putOp, { kind: 'del', collection: 'meals', key: 'labskaus' }] },
    { op: 'live', id: 'me', cursor },
    { op: 'reset', id: 'me', reason: 'tooOld' },
    { op: 'clock', now: fixtureNow },
    { op: 'err', code: 'invalidFrame' },
    { op: 'err', id: 'chat/1', code: 'notFound', retryMs: 1000 },
    { op: 'auth_required', beforeMs: 60_000 },
    { op: 'bye', retryMs: 500 },
    { op: 'pong' },
  ])('accepts %j', (frame) => {
    expect(ServerFrame.parse(frame)).toEqual(frame);
  });

  it.each([
    { op: 'snap', id: 'me', cursor, items: [] },
    { op: 'reset', id: 'me', reason: 'mood' },
    { op: 'delta', id: 'me', cursor, tx: 't', ops: [{ kind: 'move' }] },
  ])('refuses %j', (frame) => {
    expect(ServerFrame.safeParse(frame).success).toBe(false);
  });
});

describe('Op', () => {
  it('accepts whole items only', () => {
    expect(Op.safeParse({ kind: 'put', collection: 'meals', key: 'a' }).success).toBe(false);
    expect(Op.safeParse({ kind: 'put', collection: 'meals', key: 'a', value: 'text' }).success).toBe(false);
  });
});

describe('restaurantTopic', () => {
  it('names the topic of one restaurant', () => {
    expect(restaurantTopic('elbkantine')).toBe('restaurant/elbkantine');
  });
});
