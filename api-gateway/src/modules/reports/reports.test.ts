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
import { makeContacts, blockUser } from '../contacts/testing/relations';
import { createReportRepository } from './report-repository';
import { invite, joinByLink, insertRestaurant, RESTAURANT_KEY, tokenOf } from '../invitations/testing/meetups';

jest.setTimeout(60_000);

const SUPPORT_EMAIL = 'hilfe@lunch.test';
const repositoryRoot = joinPath(__dirname, '../../../..');
const picturePng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const DAY_MS = 86_400_000;
const dayFormat = new Intl.DateTimeFormat('de-DE', { dateStyle: 'long', timeZone: 'Europe/Berlin' });

describe('reports', () => {
  const gateways = testGateways();
  const moderationProgram = bundledProgram('src/moderate-main.ts');
  const livePages: LiveTestClient[] = [];
  let gateway: TestGateway;
  let anna: Companion;
  let ben: Companion;
  let cem: Companion;
  let chatKey = '';
  let testCount = 0;

  const sendReport = async (reporter: Companion, body: object) =>
    reporter.call('POST', '/api/reports', { reason: 'harassment', ...body });
  const createReport = async (reporter: Companion, body: object): Promise<string> =>
    ReportReceipt.parse((await sendReport(reporter, body)).body).reportId;
  const mailTextsTo = async (email: string) => (await messagesTo(gateway, email)).map(({ text }) => text);
  /** Runs the moderation command in a separate process, like `npm run moderate`. */
  const moderateFromShell = (...commandArguments: string[]) =>
    promisify(execFile)(process.execPath, [moderationProgram(), ...commandArguments], {
      cwd: repositoryRoot,
      env: { ...gateway.commandEnvironment, SUPPORT_EMAIL },
    });
  /**
   * Runs the moderation command in this process, on a separate database connection. Rejects like a process that fails.
   */
  const moderateInProcess = (...commandArguments: string[]) =>
    runCommand((commandOutput) => runModeration(commandArguments, () => gateway.config, commandOutput));
  const followTopic = async (followingPerson: Companion, topicName: string): Promise<LiveTestClient> => {
    const livePage = await followingPerson.follow(topicName);
    livePages.push(livePage);
    return livePage;
  };
  const uploadPicture = async (owner: Companion): Promise<void> => {
    const uploadResponse = await fetch(`${gateway.url}/api/users/avatar/`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${owner.idToken}`, 'Content-Type': 'image/png' },
      body: picturePng,
    });
    expect(uploadResponse.status).toBe(200);
  };

  beforeAll(async () => {
    gateway = await gateways.start({ environment: { SUPPORT_EMAIL } });
  });

  beforeEach(async () => {
    testCount += 1;
    [anna, ben, cem] = [
      await registerCompanion(gateway, `anna${testCount}`),
      await registerCompanion(gateway, `ben${testCount}`),
      await registerCompanion(gateway, `cem${testCount}`),
    ];
    await makeContacts(gateway, [anna, ben]);
    chatKey = await anna.chatWith(ben);
  });

  afterEach(() => {
    for (const livePage of livePages.splice(0)) livePage.terminate();
  });

  const storedReport = (key: string) => createReportRepository(gateway.database.knex, gateway.secrets).find(key);

  it('are stored with the content, acknowledged by mail and forwarded', async () => {
    const { key } = await ben.say(chatKey, 'Du bist blöd');
    const reportId = await createReport(anna, { kind: 'message', key, chatKey, text: ' Schon wieder ' });
    expect(await storedReport(reportId)).toEqual({
      key: reportId,
      reporter: anna.uid,
      kind: 'message',
      target: key,
      chatKey,
      person: ben.uid,
      reason: 'harassment',
      text: 'Schon wieder',
      context: 'Du bist blöd',
      state: 'open',
      createdAt: gateway.clock.now(),
      closedAt: null,
      decidedBy: null,
      note: '',
    });
    expect(await mailTextsTo(anna.email)).toEqual(expect.arrayContaining([expect.stringContaining(reportId)]));
    const [forwardedMail] = await mailTextsTo(SUPPORT_EMAIL);
    for (const expectedMailPart of [
      reportId,
      'Du bist blöd',
      'Schon wieder',
      'Belästigung',
      ben.uid,
      ben.account.displayName ?? '',
      `Chat: ${chatKey}`,
      'Gesendet: ',
    ])
      expect(forwardedMail).toContain(expectedMailPart);
    expect(forwardedMail).not.toContain(anna.email);
    // A second report of the same content returns the id of the first report.
    expect(await createReport(anna, { kind: 'message', key })).toBe(reportId);
    expect((await mailTextsTo(SUPPORT_EMAIL)).filter((text) => text.includes(reportId))).toHaveLength(1);
  });

  it('require content that the reporter can see', async () => {
    const { key } = await ben.say(chatKey, 'Hallo');
    const ownMessage = await anna.say(chatKey, 'Hallo');
    const hiddenPerson = await registerCompanion(gateway, `hidden${testCount}`);
    await gateway.database.write(({ knex }) =>
      knex('user').where({ uid: hiddenPerson.uid }).update({ is_visible: false }),
    );
    for (const [reporter, body] of [
      [cem, { kind: 'message', key }],
      [cem, { kind: 'message', key, chatKey }],
      [anna, { kind: 'message', key, chatKey: 'elsewhere' }],
      [anna, { kind: 'message', key: ownMessage.key }],
      [anna, { kind: 'message', key: 'unknown' }],
      [anna, { kind: 'user', key: 'unknown' }],
      [anna, { kind: 'user', key: anna.uid }],
      [anna, { kind: 'user', key: hiddenPerson.uid }],
      [anna, { kind: 'picture', key: ben.uid }],
    ] as const)
      expect([body, outcomeOf(await sendReport(reporter, body))]).toEqual([body, [404, 'notFound']]);
    expect(outcomeOf(await sendReport(cem, { kind: 'user', key: ben.uid }))).toEqual([200]);
    expect(outcomeOf(await sendReport(anna, { kind: 'user', key: ben.uid, reason: 'boring' }))).toEqual([
      400,
      'invalidRequest',
    ]);
    expect(outcomeOf(await sendReport(anna, { kind: 'user', key: ben.uid, text: 'x'.repeat(1001) }))).toEqual([
      400,
      'invalidRequest',
    ]);
  });

  it('of an invitation may come from a user who has joined by its link, and from nobody else outside its chat', async () => {
    await insertRestaurant(gateway, aRestaurant({ key: RESTAURANT_KEY }));
    const { key, messageKey } = await invite(gateway, ben, [anna]);
    const reportBy = (reporter: Companion) => sendReport(reporter, { kind: 'message', key: messageKey });
    expect(outcomeOf(await reportBy(cem))).toEqual([404, 'notFound']);
    await joinByLink(cem, await tokenOf(ben, key));
    expect(outcomeOf(await reportBy(cem))).toEqual([200]);
    expect((await mailTextsTo(SUPPORT_EMAIL))[0]).toContain(key);
  });

  it('of an attendee of the same meetup are possible, even if they are hidden elsewhere', async () => {
    await insertRestaurant(
      gateway,
      aRestaurant({ key: `${RESTAURANT_KEY}-${testCount}`, routingName: `${RESTAURANT_KEY}-${testCount}` }),
    );
    const { key } = await invite(gateway, ben, [anna], { restaurant: `${RESTAURANT_KEY}-${testCount}` });
    await gateway.database.write(({ knex }) => knex('user').where({ uid: cem.uid }).update({ is_visible: false }));
    const reportBy = (reporter: Companion, attendee: Companion) =>
      sendReport(reporter, { kind: 'user', key: attendee.uid });
    expect(outcomeOf(await reportBy(ben, cem))).toEqual([404, 'notFound']);
    await joinByLink(cem, await tokenOf(ben, key));
    const stranger = await registerCompanion(gateway, `stranger${testCount}`);
    expect([
      outcomeOf(await reportBy(ben, cem)),
      outcomeOf(await reportBy(anna, cem)),
      outcomeOf(await reportBy(stranger, cem)),
    ]).toEqual([[200], [200], [404, 'notFound']]);
  });

  it('are limited to ten an hour', async () => {
    const limitedGateway = await gateways.start({ environment: { RATE_LIMITS: 'default' } });
    const eva = await registerCompanion(limitedGateway, 'eva');
    for (let reportIndex = 0; reportIndex < 10; reportIndex += 1)
      expect(outcomeOf(await sendReport(eva, { kind: 'user', key: 'unknown' }))).toEqual([404, 'notFound']);
    const refusedResponse = await sendReport(eva, { kind: 'user', key: 'unknown' });
    expect([outcomeOf(refusedResponse), Number(refusedResponse.headers.get('Retry-After')) > 0]).toEqual([
      [429, 'ErrorTooManyAttempts'],
      true,
    ]);
  });

  it('are exported to their reporter, and identify no erased user', async () => {
    const { key } = await ben.say(chatKey, 'Du bist blöd');
    const reportId = await createReport(anna, { kind: 'message', key, text: 'Hilfe' });
    expect((await anna.call('GET', '/api/users/me/export')).body).toMatchObject({
      reports: [{ key: reportId, text: 'Hilfe', state: 'open' }],
    });
    expect((await ben.call('GET', '/api/users/me/export')).body).toMatchObject({ reports: [] });
    const reportProvider = gateway.personalData.flatMap((personalDataProvider) =>
      'erase' in personalDataProvider && personalDataProvider.name === 'reports' ? [personalDataProvider] : [],
    )[0];
    for (const { uid, email } of [anna, ben])
      await gateway.database.write(async (tx) => reportProvider?.erase(tx, { uid, email }));
    expect(await gateway.database.knex('report').where({ key: reportId }).first()).toMatchObject({
      reporter: null,
      person: null,
      text: '',
      context: '',
      note: '',
      reason: 'harassment',
      state: 'open',
    });
  });

  describe('npm run moderate', () => {
    it('removes a message on every open page and mails the reason to its author', async () => {
      await anna.say(chatKey, 'Hallo');
      const { key } = await ben.say(chatKey, 'Du bist blöd', 'rude');
      const [messageReportId, userReportId] = [
        await createReport(anna, { kind: 'message', key, reason: 'harassment' }),
        await createReport(anna, { kind: 'user', key: ben.uid }),
      ];
      expect((await moderateFromShell('list')).stdout).toContain(`${messageReportId}  message  harassment`);
      const [chatPage, mePage] = [await followTopic(anna, chatTopic(chatKey)), await followTopic(anna, 'me')];
      expect((await moderateFromShell('remove', messageReportId)).stdout).toContain('Entfernt');
      expect((await chatPage.next('delta')).ops).toEqual([
        expect.objectContaining({
          kind: 'put',
          collection: 'messages',
          key,
          value: expect.objectContaining({ content: '', removed: true }),
        }),
      ]);
      const { ops } = await mePage.next('delta');
      expect(ops.map(({ collection }) => collection)).toEqual(['chats', 'notifications']);
      expect((await anna.messages(chatKey))[0]).toMatchObject({ key, content: '', removed: true });
      // The author's client sends the same message again, which doesn't restore the removed message.
      expect(await ben.say(chatKey, 'Du bist blöd', 'rude')).toMatchObject({ key, content: '', removed: true });
      expect(await mailTextsTo(ben.email)).toEqual(
        expect.arrayContaining([expect.stringMatching(/Du bist blöd[^]*Belästigung/)]),
      );
      const listOutput = (await moderateInProcess('list')).stdout;
      expect([listOutput.includes(messageReportId), listOutput.includes(userReportId)]).toEqual([false, true]);
      expect(await mailTextsTo(anna.email)).toEqual(
        expect.arrayContaining([
          expect.stringMatching(new RegExp(`${messageReportId}[^]*entfernt, was du gemeldet hast`)),
        ]),
      );
      await expect(moderateFromShell('remove', messageReportId)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Keine offene Meldung'),
      });
      await expect(moderateInProcess('remove', userReportId)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('disable'),
      });
    });

    it('removes the words of a message from every table, and keeps them encrypted in the report and its mails, and keeps other messages', async () => {
      await makeContacts(gateway, [anna, ben, cem]);
      const groupChat = await anna.chatWith(ben, cem);
      const headers = { 'Idempotency-Key': `moderated-${testCount}` };
      const sayInGroup = async (messageText: string) =>
        ChatMessageView.parse(
          (
            await ben.browser.call('POST', `/api/chat/${groupChat}/messages`, {
              body: { content: messageText, clientKey: 'k7' },
              token: ben.idToken,
              headers,
            })
          ).body,
        );
      const { key } = await sayInGroup('Wortlaut7');
      const messageReportId = await createReport(anna, { kind: 'message', key, reason: 'harassment' });
      // One member has read the message; another member still has its notification.
      await cem.call('PUT', `/api/chat/${groupChat}/read`, { messageKey: key });
      await blockUser(gateway, anna, cem);
      await cem.say(groupChat, 'Bleibt stehen');
      const mePage = await followTopic(anna, 'me');
      await moderateInProcess('remove', messageReportId);
      expect((await mePage.next('delta')).ops.map(({ collection }) => collection)).toEqual(['notifications']);
      expect(await tablesWith(gateway, 'Wortlaut7')).toEqual([]);
      expect(await storedReport(messageReportId)).toMatchObject({ context: 'Wortlaut7' });
      expect(await tablesWith(gateway, 'Bleibt stehen')).toEqual(expect.arrayContaining(['chat_message']));
      expect(await sayInGroup('Wortlaut7')).toMatchObject({ key, content: '', removed: true });
      const latePage = await followTopic(ben, 'me');
      expect(JSON.stringify(latePage.frames)).toContain('Bleibt stehen');
    });

    it('removes a picture', async () => {
      await uploadPicture(ben);
      const id = await createReport(anna, { kind: 'picture', key: ben.uid, reason: 'illegal' });
      const chatPage = await followTopic(anna, chatTopic(chatKey));
      await moderateInProcess('remove', id);
      expect((await chatPage.next('delta')).ops).toEqual([
        expect.objectContaining({ collection: 'participants', value: expect.objectContaining({ photoURL: null }) }),
      ]);
      expect((await ben.call('GET', '/api/users/me')).body).toMatchObject({ photoURL: null });
      expect(await mailTextsTo(ben.email)).toEqual(
        expect.arrayContaining([expect.stringContaining('Rechtswidriger Inhalt')]),
      );
    });

    it('removes only the reported picture, and keeps reports of its successor open', async () => {
      await uploadPicture(ben);
      const firstReportId = await createReport(anna, { kind: 'picture', key: ben.uid, reason: 'illegal' });
      const { photoURL: photoUrl } =
        (await gateway.database
          .knex<{ uid: string; photo_url: string }>('user')
          .where({ uid: ben.uid })
          .first({ photoURL: 'photo_url' })) ?? {};
      await uploadPicture(ben);
      const secondReportId = await createReport(anna, { kind: 'picture', key: ben.uid, reason: 'spam' });
      expect(secondReportId).not.toBe(firstReportId);
      const previousMailTexts = await mailTextsTo(ben.email);
      await expect(moderateInProcess('remove', firstReportId)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('nichts mehr da'),
      });
      expect((await ben.call('GET', '/api/users/me')).body).toMatchObject({
        photoURL: expect.stringMatching(/^\/media/),
      });
      expect(await mailTextsTo(ben.email)).toEqual(previousMailTexts);
      expect(await storedReport(firstReportId)).toMatchObject({ context: photoUrl, state: 'removed' });
      await moderateInProcess('remove', secondReportId);
      expect((await ben.call('GET', '/api/users/me')).body).toMatchObject({ photoURL: null });
    });

    it('disables an account: its sockets close, its token is invalid, nobody signs in', async () => {
      const id = await createReport(anna, { kind: 'user', key: ben.uid, reason: 'spam' });
      const mePage = await followTopic(ben, 'me');
      await moderateInProcess('disable', id);
      expect(await mePage.whenClosed).toBe(4401);
      expect(outcomeOf(await ben.call('GET', '/api/users/me'))).toEqual([401, 'unauthenticated']);
      await expect(signIn(gateway, ben.email)).rejects.toThrow('ErrorAuthDisabled');
      expect(await mailTextsTo(ben.email)).toEqual(
        expect.arrayContaining([expect.stringContaining('Unerwünschte Werbung')]),
      );
      await expect(moderateInProcess('disable', id)).rejects.toMatchObject({ code: 1 });
    });

    it('deletes the account of a member who asks for it, like the member can: it is erased after thirty days', async () => {
      const mePage = await followTopic(ben, 'me');
      const { stdout } = await moderateInProcess('delete', ben.email.toUpperCase());
      expect(await mePage.whenClosed).toBe(4401);
      // The command is a process of its own, with the time of its machine.
      const erasedAt = Date.parse(/bis zum (\S+Z)/.exec(stdout)?.[1] ?? '');
      expect(Math.abs(erasedAt - 30 * DAY_MS - Date.now())).toBeLessThan(60_000);
      expect(await mailTextsTo(ben.email)).toEqual(
        expect.arrayContaining([expect.stringContaining(dayFormat.format(erasedAt))]),
      );
      for (const email of [ben.email, 'niemand@mahlzeit.test'])
        await expect(moderateInProcess('delete', email)).rejects.toMatchObject({
          code: 1,
          stderr: expect.stringContaining('Kein Konto hat diese E-Mail-Adresse'),
        });
    });

    it('dismisses a report and mails only its reporter', async () => {
      const { key } = await ben.say(chatKey, 'Na, du?');
      const previousMailTexts = await mailTextsTo(ben.email);
      const [messageReportId, userReportId] = [
        await createReport(anna, { kind: 'message', key }),
        await createReport(anna, { kind: 'user', key: ben.uid }),
      ];
      expect((await moderateInProcess('dismiss', messageReportId, 'So', 'grüßt', 'man.')).stdout).toContain(
        'Abgewiesen',
      );
      expect(await mailTextsTo(anna.email)).toEqual(
        expect.arrayContaining([
          expect.stringMatching(new RegExp(`${messageReportId}[^]*keinen Verstoß[^]*Begründung: So grüßt man\\.`)),
        ]),
      );
      expect(await mailTextsTo(ben.email)).toEqual(previousMailTexts);
      expect((await anna.messages(chatKey))[0]).toMatchObject({ key, content: 'Na, du?', removed: false });
      expect((await anna.call('GET', '/api/users/me/export')).body).toMatchObject({
        reports: expect.arrayContaining([
          expect.objectContaining({ key: messageReportId, state: 'dismissed', note: 'So grüßt man.' }),
          expect.objectContaining({ key: userReportId, state: 'open' }),
        ]),
      });
      await expect(moderateInProcess('dismiss', messageReportId)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Keine offene Meldung'),
      });
    });

    it('keeps other reports of the same content open', async () => {
      const [firstReportId, secondReportId] = [
        await createReport(anna, { kind: 'user', key: ben.uid }),
        await createReport(cem, { kind: 'user', key: ben.uid, reason: 'spam' }),
      ];
      await moderateInProcess('dismiss', firstReportId);
      const listOutput = (await moderateInProcess('list')).stdout;
      expect([listOutput.includes(firstReportId), listOutput.includes(secondReportId)]).toEqual([false, true]);
      await moderateInProcess('disable', secondReportId);
      expect((await mailTextsTo(cem.email)).filter((text) => text.includes('Konto gesperrt'))).toHaveLength(1);
      expect((await mailTextsTo(anna.email)).filter((text) => text.includes('Konto gesperrt'))).toEqual([]);
    });

    it('prints its usage for invalid arguments', async () => {
      await expect(moderateFromShell()).rejects.toMatchObject({
        code: 2,
        stderr: expect.stringContaining('npm run moderate'),
      });
      for (const commandArguments of [
        [],
        ['remove'],
        ['list', 'all'],
        ['forgive', 'x'],
        ['dismiss'],
        ['remove', 'x', 'because'],
      ])
        await expect(moderateInProcess(...commandArguments)).rejects.toMatchObject({
          code: 2,
          stderr: expect.stringContaining('npm run moderate'),
        });
    });
  });
});
