import { ErrorBody, Session, User } from '@mahlzeit/contract';
import { connectLive } from '../../../platform/testing/live-test-client';
import { testGateways } from '../../../platform/testing/test-gateway';
import { createBrowser } from '../testing/people';
import type { TestBrowser } from '../testing/people';

const gateways = testGateways();

const startGateway = async () => {
  const gateway = await gateways.start();
  return { gateway, browser: createBrowser(gateway.url) };
};

const startAnonymousSession = async (browser: TestBrowser): Promise<string> =>
  Session.parse((await browser.call('POST', '/api/auth/anonymous', { body: {} })).body).idToken;

const registerMember = async (browser: TestBrowser): Promise<string> => {
  const registrationBody = {
    email: 'anna@mahlzeit.test',
    password: 'mittagspause',
    visible: true,
    policyAccepted: true,
  };
  return Session.parse((await browser.call('POST', '/api/auth/register', { body: registrationBody })).body).idToken;
};

const patchProfile = async (browser: TestBrowser, token: string, body: object) => {
  const patchAnswer = await browser.call('PATCH', '/api/users/me', { token, body });
  return patchAnswer.status === 200
    ? User.parse(patchAnswer.body)
    : [patchAnswer.status, ErrorBody.parse(patchAnswer.body).code];
};

it('changes what is mentioned, for good', async () => {
  const { browser } = await startGateway();
  const token = await registerMember(browser);
  expect(
    await patchProfile(browser, token, { languageCode: 'en', favorites: { add: ['elbkantine', 'mensa'] } }),
  ).toMatchObject({ languageCode: 'en', favorites: ['elbkantine', 'mensa'] });
  expect(await patchProfile(browser, token, { favorites: { remove: ['mensa'] } })).toMatchObject({
    languageCode: 'en',
    favorites: ['elbkantine'],
  });
  expect((await browser.call('GET', '/api/users/me', { token })).body).toMatchObject({
    languageCode: 'en',
    favorites: ['elbkantine'],
  });
});

it('A04 stamps an accepted policy with the date and its version', async () => {
  const { gateway, browser } = await startGateway();
  const token = await registerMember(browser);
  expect(await patchProfile(browser, token, { policyAccepted: true })).toMatchObject({ policyVersion: 1 });
  const { policyAccepted } = User.parse((await browser.call('GET', '/api/users/me', { token })).body);
  expect(Math.abs((policyAccepted ?? 0) - gateway.clock.now())).toBeLessThan(5_000);
});

it('changes names, phone, visibility, tastes and the selected voucher, each alone', async () => {
  const { browser } = await startGateway();
  const token = await registerMember(browser);
  const invalidChanges = [
    { displayName: 'Änne 🍜' },
    { firstName: 'Änne' },
    { lastName: 'von Öz' },
    { phoneNumber: '+49 89 28 92 50' },
    { visible: false },
    { meetupMails: false },
    { releaseChannel: 'beta' },
    { tasteKeys: ['italian', 'italian', 'vegan'] },
    { selectedDiscountId: 'voucher-1' },
  ];
  for (const invalidChange of invalidChanges) await patchProfile(browser, token, invalidChange);
  expect((await browser.call('GET', '/api/users/me', { token })).body).toMatchObject({
    displayName: 'Änne 🍜',
    firstName: 'Änne',
    lastName: 'von Öz',
    phoneNumber: '+49 89 28 92 50',
    visible: false,
    meetupMails: false,
    releaseChannel: 'beta',
    tasteKeys: ['italian', 'vegan'],
    selectedDiscountId: 'voucher-1',
  });
  expect(
    await patchProfile(browser, token, { selectedDiscountId: null, phoneNumber: null, visible: true }),
  ).toMatchObject({
    selectedDiscountId: null,
    phoneNumber: null,
    visible: true,
    lastName: 'von Öz',
  });
});

it('U06 cleans a name, and checks what is left', async () => {
  const { browser } = await startGateway();
  const token = await registerMember(browser);
  expect(await patchProfile(browser, token, { displayName: ' Anna\u0000 \u202E Blume\n' })).toEqual([
    400,
    'invalidRequest',
  ]);
  expect(await patchProfile(browser, token, { displayName: ' Anna\u0007 \u202E Blume\n' })).toMatchObject({
    displayName: 'Anna Blume',
  });
  expect(await patchProfile(browser, token, { displayName: 'Anna \u200B Blume' })).toEqual([400, 'ErrorNameIdentical']);
  expect(await patchProfile(browser, token, { displayName: '\u0007 \u200B' })).toEqual([400, 'invalidRequest']);
  expect(await patchProfile(browser, token, { displayName: 'x'.repeat(61) })).toEqual([400, 'invalidRequest']);
});

it('lets visitors set the language alone', async () => {
  const { browser } = await startGateway();
  const token = await startAnonymousSession(browser);
  expect(await patchProfile(browser, token, { languageCode: 'de' })).toMatchObject({ languageCode: 'de' });
  expect(await patchProfile(browser, token, { languageCode: 'en', policyAccepted: true })).toEqual([
    403,
    'registrationRequired',
  ]);
  expect((await browser.call('GET', '/api/users/me', { token })).body).toMatchObject({
    languageCode: 'de',
    policyAccepted: null,
  });
});

it.each([{ uid: 'x' }, { email: 'b@mahlzeit.test' }, { verificationCode: true }, { deleted: true }, { photoURL: 'x' }])(
  'refuses %j',
  async (body) => {
    const { browser } = await startGateway();
    expect(await patchProfile(browser, await registerMember(browser), body)).toEqual([400, 'invalidRequest']);
  },
);

it('asks for a token', async () => {
  const { browser } = await startGateway();
  expect((await browser.call('PATCH', '/api/users/me', { body: { languageCode: 'de' } })).status).toBe(401);
});

it('sends the change to the user’s open pages', async () => {
  const { gateway, browser } = await startGateway();
  const token = await registerMember(browser);
  const liveClient = await connectLive(gateway.url, { token });
  liveClient.say({ op: 'sub', id: 'me', topic: 'me' });
  await liveClient.next('live');
  await patchProfile(browser, token, { favorites: { add: ['elbkantine'] } });
  expect(await liveClient.next('delta')).toMatchObject({
    ops: [{ kind: 'put', collection: 'user', value: { favorites: ['elbkantine'] } }],
  });
});
