import { Session, User } from '@mahlzeit/contract';
import { connectLive } from '../../platform/testing/live-test-client';
import { testGateways } from '../../platform/testing/test-gateway';
import { createBrowser } from './fakes/browser';

const gateways = testGateways();
const anna = { email: 'anna@mahlzeit.test', password: 'mittagspause', visible: true, policyAccepted: true };

const visit = async () => {
  const gateway = await gateways.start();
  const browser = createBrowser(gateway.url);
  const session = Session.parse((await browser.call('POST', '/api/auth/anonymous', { body: {} })).body);
  const client = await connectLive(gateway.url, { token: session.idToken });
  await client.next('welcome');
  return { gateway, browser, session, client };
};

it('shows a visitor his own user document', async () => {
  const { session, client } = await visit();
  client.say({ op: 'sub', id: 'me', topic: 'me' });
  const { items } = await client.next('snap');
  expect(items).toEqual([{ collection: 'user', key: session.account.uid, value: expect.objectContaining({ uid: session.account.uid, email: null }) }]);
  expect(User.parse(items[0]?.value)).toEqual(items[0]?.value);
  await client.next('live');
});

it('tells the open page of the registration, under the name that it subscribed to', async () => {
  const { browser, session, client } = await visit();
  client.say({ op: 'sub', id: 'me', topic: 'me' });
  await client.next('live');
  await browser.call('POST', '/api/auth/register', { body: anna, token: session.idToken });
  const { id, ops } = await client.next('delta');
  expect(id).toBe('me');
  expect(ops).toEqual([{ kind: 'put', collection: 'user', key: session.account.uid, value: expect.objectContaining({ email: 'anna@mahlzeit.test', displayName: 'anna', policyVersion: 1 }) }]);
});

it('goes on over the registration when the page shows its new token', async () => {
  const { browser, session, client } = await visit();
  client.say({ op: 'sub', id: 'me', topic: 'me' });
  await client.next('live');
  const registered = Session.parse((await browser.call('POST', '/api/auth/register', { body: anna, token: session.idToken })).body);
  await client.next('delta');
  client.say({ op: 'auth', token: registered.idToken });
  client.say({ op: 'ping' });
  await client.next('pong');
  expect(client.frames.filter(({ op }) => op === 'reset' || op === 'err')).toEqual([]);
});

it('shows nobody the document of somebody else, not even under its name in the log', async () => {
  const { session, client } = await visit();
  client.say({ op: 'sub', id: `user/${session.account.uid}`, topic: `user/${session.account.uid}` });
  expect(await client.next('err')).toMatchObject({ id: `user/${session.account.uid}`, code: 'notFound' });
});

it('takes the topic away with the logout', async () => {
  const { browser, client } = await visit();
  client.say({ op: 'sub', id: 'me', topic: 'me' });
  await client.next('live');
  await browser.call('POST', '/api/auth/logout', { body: {}, headers: { 'X-Mahlzeit': '1' } });
  expect(await client.next('reset')).toMatchObject({ id: 'me', reason: 'rights' });
  expect(await client.next('err')).toMatchObject({ id: 'me', code: 'notFound' });
});
