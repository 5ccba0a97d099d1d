import { execFile } from 'node:child_process';
import { join as joinPath } from 'node:path';
import { promisify } from 'node:util';
import { ChatMessageView, chatTopic, ReportReceipt } from '@mahlzeit/contract';
import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { runModeration } from '../../moderate';
import { messagesTo, outcomeOf, signIn } from '../identity/testing/people';
import { bundledProgram } from '../../platform/testing/bundled-program';
import { runCommand } from '../../platform/testing/run-command';
import type { LiveTestClient } from '../../platform/testing/live-test-client';
import { testGateways, type TestGateway } from '../../platform/testing/test-gateway';
import { registerCompanion, tablesWith, type Companion } from '../chat/testing/companions';
import { befriend, block } from '../contacts/testing/relations';
import { invite, joinBy, openPlace, PLACE, tokenOf } from '../invitations/testing/meetups';

jest.setTimeout(60_000);

const SUPPORT = 'hilfe@lunch.test';
const root = joinPath(__dirname, '../../../..');
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('reports', () => {
  const gateways = testGateways();
  const program = bundledProgram('src/moderate-main.ts');
  const pages: LiveTestClient[] = [];
  let gateway: TestGateway;
  let anna: Companion;
  let ben: Companion;
  let cem: Companion;
  let chat = '';
  let count = 0;

  const report = async (who: Companion, body: object) =>
    who.call('POST', '/api/reports', { reason: 'harassment', ...body });
  const reported = async (who: Companion, body: object): Promise<string> =>
    ReportReceipt.parse((await report(who, body)).body).reportId;
  const texts = async (email: string) => (await messagesTo(gateway, email)).map(({ text }) => text);
  /** Runs the program in a process of its own, like `npm run moderate`. */
  const moderateFromShell = (...words: string[]) =>
    promisify(execFile)(process.execPath, [program(), ...words], {
      cwd: root,
      env: { PATH: process.env['PATH'], DATA_DIR: gateway.folder, MAHLZEIT_WORLD: 'empty', SUPPORT_EMAIL: SUPPORT },
    });
  /** Runs the program in this process, on a separate database connection. Rejects like a process that fails. */
  const moderate = (...words: string[]) => runCommand((output) => runModeration(words, () => gateway.config, output));
  const follow = async (who: Companion, topic: string): Promise<LiveTestClient> => {
    const page = await who.follow(topic);
    pages.push(page);
    return page;
  };
  const upload = async (who: Companion): Promise<void> => {
    const answer = await fetch(`${gateway.url}/api/users/avatar/`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${who.idToken}`, 'Content-Type': 'image/png' },
      body: picture,
    });
    expect(answer.status).toBe(200);
  };

  beforeAll(async () => {
    gateway = await gateways.start({ environment: { SUPPORT_EMAIL: SUPPORT } });
  });

  beforeEach(async () => {
    count += 1;
    [anna, ben, cem] = [
      await registerCompanion(gateway, `anna${count}`),
      await registerCompanion(gateway, `ben${count}`),
      await registerCompanion(gateway, `cem${count}`),
    ];
    await befriend(gateway, [anna, ben]);
    chat = await anna.chatWith(ben);
  });

  afterEach(() => {
    for (const page of pages.splice(0)) page.cut();
  });

  it('are stored with the content, acknowledged by mail and forwarded', async () => {
    const { key } = await ben.say(chat, 'Du bist blöd');
    const reportId = await reported(anna, { kind: 'message', key, chatKey: chat, text: ' Schon wieder ' });
    expect(await gateway.database.knex('report').where({ key: reportId })).toEqual([
      {
        key: reportId,
        reporter: anna.uid,
        kind: 'message',
        target: key,
        chat_key: chat,
        person: ben.uid,
        reason: 'harassment',
        text: 'Schon wieder',
        context: 'Du bist blöd',
        state: 'open',
        created_at: gateway.clock.now(),
        closed_at: null,
      },
    ]);
    expect(await texts(anna.email)).toEqual(expect.arrayContaining([expect.stringContaining(reportId)]));
    const [handed] = await texts(SUPPORT);
    for (const part of [
      reportId,
      'Du bist blöd',
      'Schon wieder',
      'Belästigung',
      ben.uid,
      ben.account.displayName ?? '',
      `Chat: ${chat}`,
      'Gesendet: ',
    ])
      expect(handed).toContain(part);
    expect(handed).not.toContain(anna.email);
    // A second report of the same content returns the id of the first report.
    expect(await reported(anna, { kind: 'message', key })).toBe(reportId);
    expect((await texts(SUPPORT)).filter((text) => text.includes(reportId))).toHaveLength(1);
  });

  it('require content that the reporter can see', async () => {
    const { key } = await ben.say(chat, 'Hallo');
    const own = await anna.say(chat, 'Hallo');
    const hidden = await registerCompanion(gateway, `hidden${count}`);
    await gateway.database.write(({ knex }) => knex('user').where({ uid: hidden.uid }).update({ is_visible: false }));
    for (const [who, body] of [
      [cem, { kind: 'message', key }],
      [cem, { kind: 'message', key, chatKey: chat }],
      [anna, { kind: 'message', key, chatKey: 'elsewhere' }],
      [anna, { kind: 'message', key: own.key }],
      [anna, { kind: 'message', key: 'unknown' }],
      [anna, { kind: 'user', key: 'unknown' }],
      [anna, { kind: 'user', key: anna.uid }],
      [anna, { kind: 'user', key: hidden.uid }],
      [anna, { kind: 'picture', key: ben.uid }],
    ] as const)
      expect([body, outcomeOf(await report(who, body))]).toEqual([body, [404, 'notFound']]);
    expect(outcomeOf(await report(cem, { kind: 'user', key: ben.uid }))).toEqual([200]);
    expect(outcomeOf(await report(anna, { kind: 'user', key: ben.uid, reason: 'boring' }))).toEqual([
      400,
      'invalidRequest',
    ]);
    expect(outcomeOf(await report(anna, { kind: 'user', key: ben.uid, text: 'x'.repeat(1001) }))).toEqual([
      400,
      'invalidRequest',
    ]);
  });

  it('of an invitation may come from a user who has joined by its link, and from nobody else outside its chat', async () => {
    await openPlace(gateway, aRestaurant({ key: PLACE }));
    const { key, messageKey } = await invite(gateway, ben, [anna]);
    const by = (who: Companion) => report(who, { kind: 'message', key: messageKey });
    expect(outcomeOf(await by(cem))).toEqual([404, 'notFound']);
    await joinBy(cem, await tokenOf(ben, key));
    expect(outcomeOf(await by(cem))).toEqual([200]);
    expect((await texts(SUPPORT))[0]).toContain(key);
  });

  it('of an attendee of the same meetup are possible, even if they are hidden elsewhere', async () => {
    await openPlace(gateway, aRestaurant({ key: `${PLACE}-${count}`, routingName: `${PLACE}-${count}` }));
    const { key } = await invite(gateway, ben, [anna], { restaurant: `${PLACE}-${count}` });
    await gateway.database.write(({ knex }) => knex('user').where({ uid: cem.uid }).update({ is_visible: false }));
    const by = (who: Companion, one: Companion) => report(who, { kind: 'user', key: one.uid });
    expect(outcomeOf(await by(ben, cem))).toEqual([404, 'notFound']);
    await joinBy(cem, await tokenOf(ben, key));
    const stranger = await registerCompanion(gateway, `stranger${count}`);
    expect([outcomeOf(await by(ben, cem)), outcomeOf(await by(anna, cem)), outcomeOf(await by(stranger, cem))]).toEqual(
      [[200], [200], [404, 'notFound']],
    );
  });

  it('are limited to ten an hour', async () => {
    const limited = await gateways.start({ environment: { RATE_LIMITS: 'default' } });
    const eva = await registerCompanion(limited, 'eva');
    for (let tries = 0; tries < 10; tries += 1)
      expect(outcomeOf(await report(eva, { kind: 'user', key: 'unknown' }))).toEqual([404, 'notFound']);
    const refused = await report(eva, { kind: 'user', key: 'unknown' });
    expect([outcomeOf(refused), Number(refused.headers.get('Retry-After')) > 0]).toEqual([
      [429, 'ErrorTooManyAttempts'],
      true,
    ]);
  });

  it('are exported to their reporter, and identify no erased user', async () => {
    const { key } = await ben.say(chat, 'Du bist blöd');
    const reportId = await reported(anna, { kind: 'message', key, text: 'Hilfe' });
    expect((await anna.call('GET', '/api/users/me/export')).body).toMatchObject({
      reports: [{ key: reportId, text: 'Hilfe', state: 'open' }],
    });
    expect((await ben.call('GET', '/api/users/me/export')).body).toMatchObject({ reports: [] });
    const provider = gateway.personalData.flatMap((one) => ('erase' in one && one.name === 'reports' ? [one] : []))[0];
    for (const { uid, email } of [anna, ben])
      await gateway.database.write(async (tx) => provider?.erase(tx, { uid, email }));
    expect(await gateway.database.knex('report').where({ key: reportId }).first()).toMatchObject({
      reporter: null,
      person: null,
      text: '',
      context: '',
      reason: 'harassment',
      state: 'open',
    });
  });

  describe('npm run moderate', () => {
    it('removes a message on every open page and mails the reason to its author', async () => {
      await anna.say(chat, 'Hallo');
      const { key } = await ben.say(chat, 'Du bist blöd', 'rude');
      const [first, second] = [
        await reported(anna, { kind: 'message', key, reason: 'harassment' }),
        await reported(anna, { kind: 'user', key: ben.uid }),
      ];
      expect((await moderateFromShell('list')).stdout).toContain(`${first}  message  harassment`);
      const [open, list] = [await follow(anna, chatTopic(chat)), await follow(anna, 'me')];
      expect((await moderateFromShell('remove', first)).stdout).toContain('Entfernt');
      expect((await open.next('delta')).ops).toEqual([
        expect.objectContaining({
          kind: 'put',
          collection: 'messages',
          key,
          value: expect.objectContaining({ content: '', removed: true }),
        }),
      ]);
      const { ops } = await list.next('delta');
      expect(ops.map(({ collection }) => collection)).toEqual(['chats', 'notifications']);
      expect((await anna.messages(chat))[0]).toMatchObject({ key, content: '', removed: true });
      // The author's client sends the same message again, which doesn't restore the removed message.
      expect(await ben.say(chat, 'Du bist blöd', 'rude')).toMatchObject({ key, content: '', removed: true });
      expect(await texts(ben.email)).toEqual(
        expect.arrayContaining([expect.stringMatching(/Du bist blöd[^]*Belästigung/)]),
      );
      const listed = (await moderate('list')).stdout;
      expect([listed.includes(first), listed.includes(second)]).toEqual([false, true]);
      expect(await texts(anna.email)).toEqual(
        expect.arrayContaining([expect.stringMatching(new RegExp(`${first}[^]*entfernt, was du gemeldet hast`))]),
      );
      await expect(moderateFromShell('remove', first)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Keine offene Meldung'),
      });
      await expect(moderate('remove', second)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('disable'),
      });
    });

    it('removes the words of a message from every table but the report and its mails, and keeps other messages', async () => {
      await befriend(gateway, [anna, ben, cem]);
      const many = await anna.chatWith(ben, cem);
      const headers = { 'Idempotency-Key': `moderated-${count}` };
      const say = async (content: string) =>
        ChatMessageView.parse(
          (
            await ben.browser.call('POST', `/api/chat/${many}/messages`, {
              body: { content, clientKey: 'k7' },
              token: ben.idToken,
              headers,
            })
          ).body,
        );
      const { key } = await say('Wortlaut7');
      const first = await reported(anna, { kind: 'message', key, reason: 'harassment' });
      // One member has read the message; another member still has its notification.
      await cem.call('PUT', `/api/chat/${many}/read`, { messageKey: key });
      await block(gateway, anna, cem);
      await cem.say(many, 'Bleibt stehen');
      const list = await follow(anna, 'me');
      await moderate('remove', first);
      expect((await list.next('delta')).ops.map(({ collection }) => collection)).toEqual(['notifications']);
      // The table `job` is excluded, because it contains mails that wait to be sent.
      expect((await tablesWith(gateway, 'Wortlaut7')).filter((table) => table !== 'job')).toEqual(['report']);
      expect(await tablesWith(gateway, 'Bleibt stehen')).toEqual(expect.arrayContaining(['chat_message']));
      expect(await say('Wortlaut7')).toMatchObject({ key, content: '', removed: true });
      const late = await follow(ben, 'me');
      expect(JSON.stringify(late.frames)).toContain('Bleibt stehen');
    });

    it('removes a picture', async () => {
      await upload(ben);
      const id = await reported(anna, { kind: 'picture', key: ben.uid, reason: 'illegal' });
      const open = await follow(anna, chatTopic(chat));
      await moderate('remove', id);
      expect((await open.next('delta')).ops).toEqual([
        expect.objectContaining({ collection: 'participants', value: expect.objectContaining({ photoURL: null }) }),
      ]);
      expect((await ben.call('GET', '/api/users/me')).body).toMatchObject({ photoURL: null });
      expect(await texts(ben.email)).toEqual(
        expect.arrayContaining([expect.stringContaining('Rechtswidriger Inhalt')]),
      );
    });

    it('removes only the reported picture, and keeps reports of its successor open', async () => {
      await upload(ben);
      const first = await reported(anna, { kind: 'picture', key: ben.uid, reason: 'illegal' });
      const { photoURL: address } =
        (await gateway.database
          .knex<{ uid: string; photo_url: string }>('user')
          .where({ uid: ben.uid })
          .first({ photoURL: 'photo_url' })) ?? {};
      await upload(ben);
      const second = await reported(anna, { kind: 'picture', key: ben.uid, reason: 'spam' });
      expect(second).not.toBe(first);
      const before = await texts(ben.email);
      await expect(moderate('remove', first)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('nichts mehr da'),
      });
      expect((await ben.call('GET', '/api/users/me')).body).toMatchObject({
        photoURL: expect.stringMatching(/^\/media/),
      });
      expect(await texts(ben.email)).toEqual(before);
      expect(await gateway.database.knex('report').where({ key: first }).first()).toMatchObject({
        context: address,
        state: 'removed',
      });
      await moderate('remove', second);
      expect((await ben.call('GET', '/api/users/me')).body).toMatchObject({ photoURL: null });
    });

    it('disables an account: its sockets close, its token is invalid, nobody signs in', async () => {
      const id = await reported(anna, { kind: 'user', key: ben.uid, reason: 'spam' });
      const open = await follow(ben, 'me');
      await moderate('disable', id);
      expect(await open.closed).toBe(4401);
      expect(outcomeOf(await ben.call('GET', '/api/users/me'))).toEqual([401, 'unauthenticated']);
      await expect(signIn(gateway, ben.email)).rejects.toThrow('ErrorAuthDisabled');
      expect(await texts(ben.email)).toEqual(expect.arrayContaining([expect.stringContaining('Unerwünschte Werbung')]));
      await expect(moderate('disable', id)).rejects.toMatchObject({ code: 1 });
    });

    it('dismisses a report and mails only its reporter', async () => {
      const { key } = await ben.say(chat, 'Na, du?');
      const before = await texts(ben.email);
      const [first, second] = [
        await reported(anna, { kind: 'message', key }),
        await reported(anna, { kind: 'user', key: ben.uid }),
      ];
      expect((await moderate('dismiss', first, 'So', 'grüßt', 'man.')).stdout).toContain('Abgewiesen');
      expect(await texts(anna.email)).toEqual(
        expect.arrayContaining([
          expect.stringMatching(new RegExp(`${first}[^]*keinen Verstoß[^]*Begründung: So grüßt man\\.`)),
        ]),
      );
      expect(await texts(ben.email)).toEqual(before);
      expect((await anna.messages(chat))[0]).toMatchObject({ key, content: 'Na, du?', removed: false });
      expect((await anna.call('GET', '/api/users/me/export')).body).toMatchObject({
        reports: expect.arrayContaining([
          expect.objectContaining({ key: first, state: 'dismissed' }),
          expect.objectContaining({ key: second, state: 'open' }),
        ]),
      });
      await expect(moderate('dismiss', first)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Keine offene Meldung'),
      });
    });

    it('keeps other reports of the same content open', async () => {
      const [one, other] = [
        await reported(anna, { kind: 'user', key: ben.uid }),
        await reported(cem, { kind: 'user', key: ben.uid, reason: 'spam' }),
      ];
      await moderate('dismiss', one);
      const listed = (await moderate('list')).stdout;
      expect([listed.includes(one), listed.includes(other)]).toEqual([false, true]);
      await moderate('disable', other);
      expect((await texts(cem.email)).filter((text) => text.includes('Konto gesperrt'))).toHaveLength(1);
      expect((await texts(anna.email)).filter((text) => text.includes('Konto gesperrt'))).toEqual([]);
    });

    it('prints its usage for invalid arguments', async () => {
      await expect(moderateFromShell()).rejects.toMatchObject({
        code: 2,
        stderr: expect.stringContaining('npm run moderate'),
      });
      for (const words of [[], ['remove'], ['list', 'all'], ['forgive', 'x'], ['dismiss'], ['remove', 'x', 'because']])
        await expect(moderate(...words)).rejects.toMatchObject({
          code: 2,
          stderr: expect.stringContaining('npm run moderate'),
        });
    });
  });
});
