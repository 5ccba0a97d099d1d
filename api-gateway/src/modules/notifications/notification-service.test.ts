import { Notification } from '@mahlzeit/contract';
import { aRegistration } from '@mahlzeit/contract/fixtures';
import request from 'supertest';
import * as z from 'zod/mini';
import { connectLive, type LiveTestClient } from '../../platform/testing/live-test-client';
import { testGateways, type TestGateway } from '../../platform/testing/test-gateway';
import { CLOSED_RETENTION_MS, createNotificationCleanup } from './notification-service';
import { closeNotifications, notify, notifyInPlace, type NewNotification } from './index';

const NOTIFICATIONS_PATH = '/api/users/me/notifications';

describe('notifications over HTTP and live', () => {
  const gateways = testGateways();
  let gateway: TestGateway;
  const personByName = { anna: { uid: '', token: '' }, ben: { uid: '', token: '' } };
  const openClients: LiveTestClient[] = [];

  const authorizationFor = (token: string) => ({ Authorization: `Bearer ${token}` });
  const sendNotification = (uid: string, notificationOverrides: Partial<NewNotification> = {}) =>
    gateway.database.write((tx) =>
      notify(tx, {
        uid,
        kind: 'message',
        title: 'Ben',
        text: 'Bis gleich!',
        route: 'chatmessages/c1',
        sent: gateway.clock.now(),
        ...notificationOverrides,
      }),
    );
  const listNotifications = async (token: string): Promise<Notification[]> =>
    z.parse(
      z.array(Notification),
      (await request(gateway.url).get(NOTIFICATIONS_PATH).set(authorizationFor(token))).body,
    );
  const patchNotifications = (token: string, body: object) =>
    request(gateway.url).patch(NOTIFICATIONS_PATH).set(authorizationFor(token)).send(body);
  const watchNotifications = async (token: string): Promise<LiveTestClient> => {
    const liveClient = await connectLive(gateway.url, { token });
    openClients.push(liveClient);
    liveClient.say({ op: 'sub', id: 'me', topic: 'me' });
    await liveClient.next('live');
    return liveClient;
  };
  const snapshotItemsOf = (liveClient: LiveTestClient) =>
    liveClient.frames
      .flatMap((liveFrame) => (liveFrame.op === 'snap' ? liveFrame.items : []))
      .filter(({ collection }) => collection === 'notifications');

  beforeAll(async () => {
    gateway = await gateways.start();
    for (const [personName, person] of Object.entries(personByName)) {
      const { body } = await request(gateway.url)
        .post('/api/auth/register')
        .send(aRegistration({ email: `${personName}@mahlzeit.test` }));
      Object.assign(person, { uid: body.account.uid, token: body.idToken });
    }
  });

  afterEach(async () => {
    for (const liveClient of openClients.splice(0)) liveClient.terminate();
    await gateway.database.write(({ knex }) => knex('notification').delete());
  });

  it("lists the caller's open notifications, the oldest first", async () => {
    const now = gateway.clock.now();
    await sendNotification(personByName.anna.uid, { title: 'later', sent: now });
    await sendNotification(personByName.anna.uid, { title: 'earlier', sent: now - 1, route: null });
    await sendNotification(personByName.ben.uid, { title: 'foreign' });
    const openNotifications = await listNotifications(personByName.anna.token);
    expect(openNotifications).toEqual([
      {
        key: expect.stringMatching(/^[\w-]{16,64}$/),
        closed: false,
        sent: now - 1,
        kind: 'message',
        title: 'earlier',
        text: 'Bis gleich!',
        route: null,
      },
      expect.objectContaining({ title: 'later', route: 'chatmessages/c1' }),
    ]);
  });

  it('records new and closed notifications on all open pages of the user only', async () => {
    await sendNotification(personByName.anna.uid, { title: 'before' });
    const [phoneClient, deskClient, foreignClient] = await Promise.all([
      watchNotifications(personByName.anna.token),
      watchNotifications(personByName.anna.token),
      watchNotifications(personByName.ben.token),
    ]);
    const [previousNotification] = await listNotifications(personByName.anna.token);
    expect(snapshotItemsOf(deskClient)).toEqual([
      { collection: 'notifications', key: previousNotification?.key, value: previousNotification },
    ]);
    expect(snapshotItemsOf(foreignClient)).toEqual([]);

    await sendNotification(personByName.anna.uid, { title: 'now' });
    const [, now] = await listNotifications(personByName.anna.token);
    for (const liveClient of [phoneClient, deskClient])
      expect((await liveClient.next('delta')).ops).toEqual([
        { kind: 'put', collection: 'notifications', key: now?.key, value: now },
      ]);

    const notificationKeys = [previousNotification?.key, now?.key];
    expect((await patchNotifications(personByName.anna.token, { keys: notificationKeys, closed: true })).body).toEqual(
      {},
    );
    for (const liveClient of [phoneClient, deskClient])
      expect((await liveClient.next('delta')).ops).toEqual(
        notificationKeys.map((closedKey) => ({ kind: 'del', collection: 'notifications', key: closedKey })),
      );
    expect(await listNotifications(personByName.anna.token)).toEqual([]);
    await sendNotification(personByName.ben.uid, { title: 'bens' });
    expect((await foreignClient.next('delta')).ops).toEqual([
      expect.objectContaining({ value: expect.objectContaining({ title: 'bens' }) }),
    ]);
  });

  it('closes nothing of other users, and nothing twice', async () => {
    await sendNotification(personByName.anna.uid);
    const [openNotification] = await listNotifications(personByName.anna.token);
    expect(
      (await patchNotifications(personByName.ben.token, { keys: [openNotification?.key], closed: true })).status,
    ).toBe(200);
    expect(await listNotifications(personByName.anna.token)).toEqual([openNotification]);
    const livePage = await watchNotifications(personByName.anna.token);
    for (let repetition = 0; repetition < 2; repetition += 1)
      expect(
        (await patchNotifications(personByName.anna.token, { keys: [openNotification?.key, 'unknown'], closed: true }))
          .status,
      ).toBe(200);
    expect((await patchNotifications(personByName.anna.token, { keys: [], closed: true })).status).toBe(200);
    await sendNotification(personByName.anna.uid, { title: 'next' });
    const deltaKinds = [...(await livePage.next('delta')).ops, ...(await livePage.next('delta')).ops].map(
      ({ kind }) => kind,
    );
    expect(deltaKinds).toEqual(['del', 'put']);
  });

  it('adds no second notification about a person while the first is open', async () => {
    const notificationFields = { kind: 'contact', aboutUid: personByName.ben.uid } as const;
    for (const notificationTitle of ['first', 'repeated'])
      await sendNotification(personByName.anna.uid, { ...notificationFields, title: notificationTitle });
    await sendNotification(personByName.anna.uid, { ...notificationFields, kind: 'message', title: 'other kind' });
    expect((await listNotifications(personByName.anna.token)).map(({ title }) => title)).toEqual([
      'first',
      'other kind',
    ]);
    await patchNotifications(personByName.anna.token, {
      keys: (await listNotifications(personByName.anna.token)).map(({ key }) => key),
      closed: true,
    });
    await sendNotification(personByName.anna.uid, { ...notificationFields, title: 'anew' });
    expect((await listNotifications(personByName.anna.token)).map(({ title }) => title)).toEqual(['anew']);
  });

  it('reopens nothing, and refuses an invalid key', async () => {
    for (const body of [
      { keys: ['a'], closed: false },
      { keys: ['a'] },
      { closed: true },
      { keys: ['a b'], closed: true },
    ]) {
      expect((await patchNotifications(personByName.anna.token, body)).body).toMatchObject({ code: 'invalidRequest' });
    }
  });

  it('adds no notification of a failed transaction', async () => {
    const failedWrite = gateway.database.write(async (tx) => {
      await notify(tx, { uid: personByName.anna.uid, kind: 'contact', title: 'never', text: '', route: null, sent: 1 });
      throw new Error('The transaction fails');
    });
    await expect(failedWrite).rejects.toThrow('The transaction fails');
    expect(await listNotifications(personByName.anna.token)).toEqual([]);
  });

  it('keeps one open notification per kind and route, with the last text, until it is closed by them', async () => {
    const { uid, token } = personByName.anna;
    const livePage = await watchNotifications(token);
    const notificationWith = (notificationOverrides: Partial<NewNotification>): NewNotification => ({
      uid,
      kind: 'message',
      title: 'Ben',
      text: 'Bis gleich!',
      route: 'chatmessages/c1',
      sent: 1,
      ...notificationOverrides,
    });
    const writeNotifications = (...notifications: NewNotification[]) =>
      gateway.database.write(async (tx) => {
        for (const { uid: receiverUid, ...newNotification } of notifications)
          await notifyInPlace(tx, { ...newNotification, uids: [receiverUid] });
      });
    await writeNotifications(
      notificationWith({}),
      notificationWith({ route: 'chatmessages/c2' }),
      notificationWith({ kind: 'contact' }),
    );
    const [firstNotification] = await listNotifications(token);
    await writeNotifications(notificationWith({ title: 'Cem', text: 'Wo seid ihr?', sent: 9 }));
    expect(await listNotifications(token)).toEqual([
      expect.objectContaining({ route: 'chatmessages/c2' }),
      expect.objectContaining({ kind: 'contact' }),
      { ...firstNotification, title: 'Cem', text: 'Wo seid ihr?', sent: 9 },
    ]);
    await livePage.next('delta');
    expect((await livePage.next('delta')).ops).toEqual([
      {
        kind: 'put',
        collection: 'notifications',
        key: firstNotification?.key,
        value: { ...firstNotification, title: 'Cem', text: 'Wo seid ihr?', sent: 9 },
      },
    ]);
    await gateway.database.write((tx) =>
      closeNotifications(tx, { uid, kind: 'message', route: 'chatmessages/c1', at: 10 }),
    );
    expect((await livePage.next('delta')).ops).toEqual([
      { kind: 'del', collection: 'notifications', key: firstNotification?.key },
    ]);
    await writeNotifications(notificationWith({ text: 'noch da?' }));
    expect(
      (await listNotifications(token)).filter(({ route }) => route === 'chatmessages/c1').map(({ text }) => text),
    ).toEqual(expect.arrayContaining(['noch da?']));
  });

  it('notifies several users at once, replacing their open notifications', async () => {
    await sendNotification(personByName.anna.uid, { title: 'before' });
    const newNotification: Omit<NewNotification, 'uid'> = {
      kind: 'message',
      title: 'Cem',
      text: 'Wo seid ihr?',
      route: 'chatmessages/c1',
      sent: 9,
    };
    await gateway.database.write((tx) =>
      notifyInPlace(tx, { ...newNotification, uids: [personByName.anna.uid, personByName.ben.uid] }),
    );
    for (const { token } of Object.values(personByName))
      expect(await listNotifications(token)).toEqual([{ ...newNotification, key: expect.any(String), closed: false }]);
  });

  it('deletes closed notifications after a month, and open ones never', async () => {
    await sendNotification(personByName.anna.uid, { title: 'seen' });
    await patchNotifications(personByName.anna.token, {
      keys: (await listNotifications(personByName.anna.token)).map(({ key }) => key),
      closed: true,
    });
    await sendNotification(personByName.anna.uid, { title: 'waiting' });
    const laterClock = { ...gateway.clock, now: () => gateway.clock.now() + CLOSED_RETENTION_MS };
    const listStoredKeys = async () =>
      (await gateway.database.knex<{ title: string }>('notification').orderBy('id').select('title')).map(
        ({ title }) => title,
      );
    await createNotificationCleanup({ database: gateway.database, clock: laterClock }).run();
    expect(await listStoredKeys()).toEqual(['seen', 'waiting']);
    await createNotificationCleanup({
      database: gateway.database,
      clock: { ...laterClock, now: () => laterClock.now() + 1 },
    }).run();
    expect(await listStoredKeys()).toEqual(['waiting']);
  });
});
