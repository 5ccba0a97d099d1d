import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { jwtVerify } from 'jose';
import { insertRestaurant, RESTAURANT_KEY } from './modules/invitations/testing/meetups';
import { createPartnerTokens } from './modules/discovery';
import { createMailReaders, mailsUnsubscribeUrl } from './modules/identity';
import { createKnownDevices } from './modules/identity/session/known-device';
import { createSigningKeys, ID_TOKEN_ALGORITHM } from './modules/identity/session/signing-keys';
import { codeFor, createBrowser, register, resetTokenFor, type TestPerson } from './modules/identity/testing/people';
import { storeUser } from './modules/identity/testing/stored-people';
import { ringFileOf } from './platform/secrets/ring-file';
import { readPostgresRows, readSqliteRows } from './platform/testing/stored-rows';
import { testGateways, type TestGateway } from './platform/testing/test-gateway';

/** Finds texts in the copied database that may be a token, a hash or a key. */
const CANDIDATE_PATTERN = /[A-Za-z0-9_-]{22,}/g;

const EMAIL = 'anna@mahlzeit.test';
const REPORT_TEXT = 'Er hat mich beleidigt';

describe('a copy of database and logs in the hands of an attacker', () => {
  const gateways = testGateways();
  const logLines: string[] = [];
  let gateway: TestGateway;
  let anna: TestPerson;
  let verified: TestPerson;
  let deviceToken = '';
  let [code, resetToken, unsubscribeToken, partnerToken] = ['', '', '', ''];
  let copy = '';
  let candidates: readonly string[] = [];

  const readDatabase = async (): Promise<string> => {
    const { database } = gateway.config;
    const rowsByTable = await (database.driver === 'pg'
      ? readPostgresRows(database.url)
      : readSqliteRows(database.file));
    return [...rowsByTable].map(([table, rows]) => `${table}\n${rows.join('\n')}`).join('\n');
  };

  beforeAll(async () => {
    gateway = await gateways.start({
      // No mail server listens at this URL, so all e-mails wait in the database.
      environment: { SMTP_URL: 'smtp://127.0.0.1:9', LOG_LEVEL: 'debug' },
      logDestination: { write: (line) => void logLines.push(line) },
    });
    const browser = createBrowser(gateway.url);
    anna = await register(gateway, EMAIL);
    code = await codeFor(gateway, EMAIL);
    const login = await browser.call('POST', '/api/auth/login', {
      body: { email: EMAIL, password: 'mittagspause' },
    });
    deviceToken = /mahlzeit_device_\d+=([^;]+)/.exec(login.headers.getSetCookie().join('\n'))?.[1] ?? '';
    await anna.call('POST', '/api/auth/password-reset', { email: EMAIL });
    resetToken = await resetTokenFor(gateway, EMAIL);
    verified = await storeUser(gateway, 'ben@mahlzeit.test', { isEmailVerified: true });
    const [mailReader] = await gateway.database.write(({ knex }) =>
      createMailReaders(knex, gateway.secrets).find([verified.account.uid]),
    );
    unsubscribeToken = mailReader?.token ?? '';
    await insertRestaurant(gateway, aRestaurant({ key: RESTAURANT_KEY, routingName: RESTAURANT_KEY }));
    const issued = await createPartnerTokens(gateway).issue(RESTAURANT_KEY);
    partnerToken = issued.ok ? issued.value : '';
    await anna.call('POST', '/api/reports', {
      kind: 'user',
      key: verified.account.uid,
      reason: 'harassment',
      text: REPORT_TEXT,
    });
    copy = `${await readDatabase()}\n${logLines.join('\n')}`;
    candidates = [...new Set(copy.match(CANDIDATE_PATTERN))];
  });

  const candidateKeys = (): Uint8Array[] =>
    candidates.map((candidate) => Buffer.from(candidate, 'base64url')).filter(({ length }) => length === 32);

  it('is a copy of everything', () => {
    for (const [name, token] of Object.entries({ code, deviceToken, resetToken, unsubscribeToken, partnerToken }))
      expect([name, token.length > 5]).toEqual([name, true]);
    expect(logLines.length).toBeGreaterThan(0);
    for (const text of [EMAIL, anna.account.uid, 'mail/deliver', 'harassment', RESTAURANT_KEY])
      expect(copy).toContain(text);
    expect(candidateKeys().length).toBeGreaterThan(5);
  });

  it('holds no token and no key', () => {
    const [sessionId = '', refreshSecret = ''] = (anna.browser.cookie ?? '').replace(/^[^=]*=/, '').split('.');
    const [, , signature = ''] = anna.idToken.split('.');
    const [deviceId = '', deviceProof = ''] = deviceToken.split('.');
    const tokens = {
      sessionId,
      refreshSecret,
      signature,
      deviceId,
      deviceProof,
      resetToken,
      unsubscribeToken,
      partnerToken,
    };
    for (const [name, token] of Object.entries(tokens))
      expect([name, token.length >= 22, copy.includes(token)]).toEqual([name, true, false]);
    const ring: { root: string; keys: { secret: string }[] } = JSON.parse(
      readFileSync(ringFileOf(gateway.folder), 'utf8'),
    );
    for (const secret of [ring.root, ...ring.keys.map((key) => key.secret)]) expect(copy).not.toContain(secret);
  });

  it('shows no word of an e-mail or a report', () =>
    expect(copy).not.toMatch(new RegExp(`Dein Code|resetToken|mails/end|${REPORT_TEXT}`)));

  // An attacker would try all million codes. A way of hashing finds the right code exactly if the hash of the right
  // code is the stored one, so the test tries only the right code.
  it('shows no code, however it is hashed', async () => {
    const [stored] = await gateway.database.knex('verification_code').where({ uid: anna.account.uid });
    const texts = [code, `${anna.account.uid} ${EMAIL} ${code}`, `${anna.account.uid}${code}`, `${EMAIL} ${code}`];
    const hashes = texts.flatMap((text) => [
      ...['sha256', 'sha512', 'md5'].map((algorithm) => createHash(algorithm).update(text)),
      ...candidateKeys().map((key) => createHmac('sha256', key).update(text)),
      ...candidates.map((candidate) => createHmac('sha256', candidate).update(text)),
    ]);
    const storedHash = Buffer.from(stored.code_hash, 'base64url').toString('hex');
    expect(hashes.map((hash) => hash.digest('hex'))).not.toContain(storedHash);
  });

  it('holds no key that signs id tokens or the cookies of known devices', async () => {
    const signingKeysOf = createSigningKeys();
    for (const [index, bytes] of candidateKeys().entries()) {
      const { publicKey } = signingKeysOf({ id: String(index), bytes });
      const verification = jwtVerify(anna.idToken, publicKey, {
        algorithms: [ID_TOKEN_ALGORITHM],
        currentDate: new Date(gateway.clock.realNow()),
      });
      await expect(verification).rejects.toMatchObject({ code: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED' });
      const key = { id: 'x', bytes };
      const devices = createKnownDevices({ current: () => key, accepted: () => [key] });
      expect(devices.deviceIdOf(deviceToken, EMAIL)).toBeNull();
    }
  });

  it('opens no session, resets no password, unsubscribes nobody and is no partner', async () => {
    const [row] = await gateway.database.knex('session').where({ uid: anna.account.uid });
    const attacker = createBrowser(gateway.url);
    const cookieName = (anna.browser.cookie ?? '').split('=')[0] ?? '';
    // Texts that are longer or contain no digit are no tokens, for example encrypted texts and names of towns.
    const tokenLike = candidates.filter((candidate) => candidate.length <= 64 && /\d/.test(candidate));
    expect(tokenLike.length).toBeGreaterThan(10);
    for (const candidate of tokenLike) {
      attacker.cookie = `${cookieName}=${row.id}.${candidate}`;
      const answers = [
        await attacker.call('POST', '/api/auth/refresh', { body: {}, headers: { 'X-Mahlzeit': '1' } }),
        await attacker.call('GET', '/api/users/me', { token: candidate }),
        await attacker.call('POST', '/api/auth/password-reset/confirm', {
          body: { token: candidate, password: 'angreifer-passwort' },
        }),
        await attacker.call('GET', `/api/partner/restaurants/${RESTAURANT_KEY}`, { token: candidate }),
      ];
      expect([candidate, ...answers.map(({ status }) => status < 400)]).toEqual([
        candidate,
        false,
        false,
        false,
        false,
      ]);
      await fetch(mailsUnsubscribeUrl(gateway.url, candidate), {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
    }
    // Even the stored key of a session doesn't let an attacker end the session.
    expect(await gateway.database.knex('session').where({ id: row.id }).select('ended_at')).toEqual([
      { ended_at: null },
    ]);
    expect((await verified.call('GET', '/api/users/me')).body).toMatchObject({ meetupMails: true });
  });
});
