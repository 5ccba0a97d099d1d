import { User } from '@mahlzeit/contract';
import { connectLive } from '../../../platform/testing/live-test-client';
import { describeOnEachEngine } from '../../../platform/testing/temporary-database';
import { testGateways } from '../../../platform/testing/test-gateway';
import { createMailReaderRepository } from '../store/mail-reader-repository';
import { createUserRepository } from '../store/user-repository';
import type { StoredUser } from '../store/user-repository';
import { register, verifyEmailOf } from '../testing/people';
import { createMailReaders } from './mail-readers';
import { createTestSecrets } from '../../../platform/testing/test-secrets';
import { mailsUnsubscribeUrl } from './meetup-mails';
import { anonymousUser } from './user-rules';

const secrets = createTestSecrets(() => 0);

const ONE_CLICK_UNSUBSCRIBE_BODY = 'List-Unsubscribe=One-Click';

describe('the link that ends messages of meetups', () => {
  const gateways = testGateways();

  const startWithReader = async (gatewayEnvironment = {}) => {
    const gateway = await gateways.start({ environment: gatewayEnvironment });
    const anna = await register(gateway, 'anna@mahlzeit.test');
    await verifyEmailOf(gateway, anna);
    const [mailReader] = await gateway.database.write(({ knex }) =>
      createMailReaders(knex, gateway.secrets).find([anna.account.uid]),
    );
    const url = mailsUnsubscribeUrl(gateway.url, mailReader?.token ?? '');
    const readMeetupMails = async () => User.parse((await anna.call('GET', '/api/users/me')).body).meetupMails;
    const postForm = (body: string | FormData, formUrl = url) =>
      fetch(formUrl, {
        method: 'POST',
        body,
        ...(typeof body === 'string' && { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }),
      });
    return { gateway, anna, url, wantsMails: readMeetupMails, post: postForm };
  };

  it('answers a GET with a page that has one button and no script, so that a link scanner ends nothing', async () => {
    const { url, wantsMails } = await startWithReader();
    const pageAnswer = await fetch(url);
    const pageHtml = await pageAnswer.text();
    expect(pageAnswer.status).toBe(200);
    expect(pageHtml).toMatch(
      /<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>E-Mails beenden<\/button><\/form>/,
    );
    expect([pageHtml.match(/<button/g)?.length, pageHtml.includes('<script')]).toEqual([1, false]);
    expect(pageAnswer.headers.get('content-security-policy')).toMatch(/^default-src 'none';(?!.*script-src)/);
    expect(
      ['referrer-policy', 'cache-control', 'x-robots-tag', 'set-cookie'].map((headerName) =>
        pageAnswer.headers.get(headerName),
      ),
    ).toEqual(['no-referrer', 'no-store', 'noindex', null]);
    await fetch(url, { method: 'HEAD' });
    expect(await wantsMails()).toBe(true);
  });

  it('ends e-mails by one POST of a mail program, without a session, and updates open pages', async () => {
    const { gateway, anna, url, wantsMails, post } = await startWithReader();
    const page = await connectLive(gateway.url, { token: anna.idToken });
    page.say({ op: 'sub', id: 'me', topic: 'me' });
    await page.next('live');
    expect((await post(ONE_CLICK_UNSUBSCRIBE_BODY)).status).toBe(200);
    expect(await page.next('delta')).toMatchObject({ ops: [{ collection: 'user', value: { meetupMails: false } }] });
    page.terminate();
    expect(await wantsMails()).toBe(false);
    expect(
      await gateway.database.write(({ knex }) => createMailReaders(knex, gateway.secrets).find([anna.account.uid])),
    ).toEqual([]);
    expect(await (await post(ONE_CLICK_UNSUBSCRIBE_BODY, url)).text()).toContain(
      'Du bekommst keine E-Mails zu Treffen mehr',
    );
  });

  it('ends e-mails by a POST in any form', async () => {
    const { wantsMails, post } = await startWithReader();
    const multipartForm = new FormData();
    multipartForm.set('List-Unsubscribe', 'One-Click');
    expect((await post(multipartForm)).status).toBe(200);
    expect(await wantsMails()).toBe(false);
  });

  it('offers them again', async () => {
    const { wantsMails, post } = await startWithReader();
    expect(await (await post(ONE_CLICK_UNSUBSCRIBE_BODY)).text()).toMatch(
      /name="mails" value="on"><button>Wieder einschalten/,
    );
    expect(await (await post('mails=on')).text()).toContain('Du bekommst wieder E-Mails zu Treffen');
    expect(await wantsMails()).toBe(true);
  });

  it('may be used so often a minute from one address; what only fetches it doesn’t count', async () => {
    const { url, post, wantsMails } = await startWithReader({ RATE_LIMITS: 'default' });
    for (let requestIndex = 0; requestIndex < 61; requestIndex += 1) await fetch(url, { method: 'HEAD' });
    for (let requestIndex = 0; requestIndex < 60; requestIndex += 1) expect((await post('mails=on')).status).toBe(200);
    const limitedAnswer = await post(ONE_CLICK_UNSUBSCRIBE_BODY);
    expect([
      limitedAnswer.status,
      await limitedAnswer.text(),
      Number(limitedAnswer.headers.get('retry-after')) > 0,
    ]).toEqual([429, expect.stringContaining('in einer Minute noch einmal'), true]);
    expect(await wantsMails()).toBe(true);
  });

  it('reveals neither the owner of a link nor whether the link is valid', async () => {
    const { url, post, wantsMails } = await startWithReader();
    for (const invalidUrl of [
      url.slice(0, -1),
      `${url}x`,
      url.replace(/[^/]*$/, '%00'),
      url.replace(/[^/]*$/, 'constructor'),
    ]) {
      expect(await (await fetch(invalidUrl)).text()).toBe(await (await fetch(url)).text());
      const refusedAnswer = await post(ONE_CLICK_UNSUBSCRIBE_BODY, invalidUrl);
      expect([refusedAnswer.status, await refusedAnswer.text()]).toEqual([
        200,
        expect.stringContaining('Du bekommst keine E-Mails'),
      ]);
    }
    expect(await wantsMails()).toBe(true);
    expect(url).toMatch(/\/mails\/end\/[\w-]{22}$/);
  });
});

describeOnEachEngine('who is told of meetups', (testDatabases) => {
  const userWith = (uid: string, userFields: Partial<StoredUser> = {}): StoredUser => ({
    ...anonymousUser(uid, 1),
    isAnonymous: false,
    isEmailVerified: true,
    email: `${uid}@mahlzeit.test`,
    displayName: uid,
    ...userFields,
  });

  it('are those who can be and want to be, each by a link of their own that stays the same', async () => {
    const database = await testDatabases.open();
    const storedUsers = [
      userWith('anna'),
      userWith('ben', { displayName: null }),
      userWith('unverified', { isEmailVerified: false }),
      userWith('left', { deletedAt: 5 }),
      userWith('disabled', { disabledAt: 5 }),
      userWith('ended', { meetupMails: false }),
      anonymousUser('visitor', 1),
    ];
    await database.write(async ({ knex }) => {
      for (const storedUser of storedUsers) await createUserRepository(knex).insert(storedUser);
    });
    const findReaders = () =>
      database.write(({ knex }) => createMailReaders(knex, secrets).find(storedUsers.map(({ uid }) => uid)));
    const foundReaders = await findReaders();
    expect(foundReaders.map(({ uid, email, displayName }) => [uid, email, displayName]).sort()).toEqual([
      ['anna', 'anna@mahlzeit.test', 'anna'],
      ['ben', 'ben@mahlzeit.test', ''],
    ]);
    expect(new Set(foundReaders.map(({ token }) => token)).size).toBe(2);
    // A changed name doesn't change the unsubscribe links in the user's e-mails.
    await database.write(async ({ knex }) =>
      createUserRepository(knex).update(userWith('anna', { displayName: 'Änne' })),
    );
    expect((await findReaders()).map(({ token }) => token).sort()).toEqual(
      foundReaders.map(({ token }) => token).sort(),
    );
    const readerRepository = createMailReaderRepository(database.knex);
    const storedTokens = JSON.stringify(
      await database.knex('user').select('mail_token', 'mail_token_hash', 'mail_token_sealed'),
    );
    for (const { token } of foundReaders) expect(storedTokens).not.toContain(token);
    for (const { uid, token } of foundReaders) expect(await readerRepository.findUidByToken(token)).toBe(uid);
    expect(await readerRepository.findUidByToken('unknown')).toBeNull();
  });

  it('keep the links that an earlier release has made, before and after it hashes them', async () => {
    const database = await testDatabases.open();
    const readerRepository = createMailReaderRepository(database.knex);
    await database.write(async ({ knex }) => {
      await createUserRepository(knex).insert(userWith('anna'));
      await knex('user').where({ uid: 'anna' }).update({ mail_token: 'earlier' });
    });
    const readToken = async () =>
      (await database.write(({ knex }) => createMailReaders(knex, secrets).find(['anna'])))[0]?.token;
    expect([await readToken(), await readerRepository.findUidByToken('earlier')]).toEqual(['earlier', 'anna']);
    await database.write(({ knex }) => createMailReaderRepository(knex).hashPlainTokens(9, secrets));
    expect([await readToken(), await readerRepository.findUidByToken('earlier')]).toEqual(['earlier', 'anna']);
    expect(JSON.stringify(await database.knex('user').where({ uid: 'anna' }))).not.toContain('earlier');
  });
});
