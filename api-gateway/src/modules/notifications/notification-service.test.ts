import { Notification } from '@mahlzeit/contract';
import { aRegistration } from '@mahlzeit/contract/fixtures';
import request from 'supertest';
import * as z from 'zod/mini';
import { connectLive, type LiveTestClient } from '../../platform/testing/live-test-client';
import { testGateways, type TestGateway } from '../../platform/testing/test-gateway';
import { CLOSED_RETENTION_MS, createNotificationCleanup } from './notification-service';
import { closeNotifications, notify, notifyInPlace, type NewNotification } from './index';

const PATH = '/api/users/me/notifications';

describe('notifications over HTTP and live', () => {
  const gateways = testGateways();
  let gateway: TestGateway;
  const people = { anna: { uid: '', token: '' }, ben: { uid: '', token: '' } };
  const openClients: LiveTestClient[] = [];

  const as = (token: string) => ({ Authorization: `Bearer ${token}` });
  const sendNotification = (uid: string, fields: Partial<NewNotification> = {}) =>
    gateway.database.write((tx) =>
      notify(tx, {
        uid,
        kind: 'message',
        title: 'Ben',
        text: 'Bis gleich!',
        route: 'chatmessages/c1',
        sent: gateway.clock.now(),
        ...fields,
      }),
    );
  const listNotifications = async (token: string): Promise<Notification[]> =>
    z.parse(z.array(Notification), (await request(gateway.url).get(PATH).set(as(token))).body);
  const closeListed = (token: string, body: object) => request(gateway.url).patch(PATH).set(as(token)).send(body);
  const watchNotifications = async (token: string): Promise<LiveTestClient> => {
    const client = await connectLive(gateway.url, { token });
    openClients.push(client);
    client.say({ op: 'sub', id: 'me', topic: 'me' });
    await client.next('live');
    return client;
  };
  const snapshotOf = (client: LiveTestClient) =>
    client.frames
      .flatMap((frame) => (frame.op === 'snap' ? frame.items : []))
      .filter(({ collection }) => collection === 'notifications');

  beforeAll(async () => {
    gateway = await gateways.start();
    for (const [name, person] of Object.entries(people)) {
      const { body } = await request(gateway.url)
        .post('/api/auth/register')
        .send(aRegistration({ email: `${name}@mahlzeit.test` }));
      Object.assign(person, { uid: body.account.uid, token: body.idToken });
    }
  });

  afterEach(async () => {
    for (const client of openClients.splice(0)) client.terminate();
    await gateway.database.write(({ knex }) => knex('notification').delete());
  });

  it("lists the caller's open notifications, the oldest first", async () => {
    const now = gateway.clock.now();
    await sendNotification(people.anna.uid, { title: 'later', sent: now });
    await sendNotification(people.anna.uid, { title: 'earlier', sent: now - 1, route: null });
    await sendNotification(people.ben.uid, { title: 'foreign' });
    const notifications = await listNotifications(people.anna.token);
    expect(notifications).toEqual([
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
    await sendNotification(people.anna.uid, { title: 'before' });
    const [phoneClient, deskClient, foreignClient] = await Promise.all([
      watchNotifications(people.anna.token),
      watchNotifications(people.anna.token),
      watchNotifications(people.ben.token),
    ]);
    const [previousNotification] = await listNotifications(people.anna.token);
    expect(snapshotOf(deskClient)).toEqual([
      { collection: 'notifications', key: previousNotification?.key, value: previousNotification },
    ]);
    expect(snapshotOf(foreignClient)).toEqual([]);

    await sendNotification(people.anna.uid, { title: 'now' });
    const [, now] = await listNotifications(people.anna.token);
    for (const page of [phoneClient, deskClient])
      expect((await page.next('delta')).ops).toEqual([
        { kind: 'put', collection: 'notifications', key: now?.key, value: now },
      ]);

    const keys = [previousNotification?.key, now?.key];
    expect((await closeListed(people.anna.token, { keys, closed: true })).body).toEqual({});
    for (const page of [phoneClient, deskClient])
      expect((await page.next('delta')).ops).toEqual(
        keys.map((key) => ({ kind: 'del', collection: 'notifications', key })),
      );
    expect(await listNotifications(people.anna.token)).toEqual([]);
    await sendNotification(people.ben.uid, { title: 'bens' });
    expect((await foreignClient.next('delta')).ops).toEqual([
      expect.objectContaining({ value: expect.objectContaining({ title: 'bens' }) }),
    ]);
  });

  it('closes nothing of other users, and nothing twice', async () => {
    await sendNotification(people.anna.uid);
    const [notification] = await listNotifications(people.anna.token);
    expect((await closeListed(people.ben.token, { keys: [notification?.key], closed: true })).status).toBe(200);
    expect(await listNotifications(people.anna.token)).toEqual([notification]);
    const page = await watchNotifications(people.anna.token);
    for (let time = 0; time < 2; time += 1)
      expect(
        (await closeListed(people.anna.token, { keys: [notification?.key, 'unknown'], closed: true })).status,
      ).toBe(200);
    expect((await closeListed(people.anna.token, { keys: [], closed: true })).status).toBe(200);
    await sendNotification(people.anna.uid, { title: 'next' });
    const kinds = [...(await page.next('delta')).ops, ...(await page.next('delta')).ops].map(({ kind }) => kind);
    expect(kinds).toEqual(['del', 'put']);
  });

  it('adds no second notification about a person while the first is open', async () => {
    const notificationFields = { kind: 'contact', aboutUid: people.ben.uid } as const;
    for (const title of ['first', 'repeated'])
      await sendNotification(people.anna.uid, { ...notificationFields, title });
    await sendNotification(people.anna.uid, { ...notificationFields, kind: 'message', title: 'other kind' });
    expect((await listNotifications(people.anna.token)).map(({ title }) => title)).toEqual(['first', 'other kind']);
    await closeListed(people.anna.token, {
      keys: (await listNotifications(people.anna.token)).map(({ key }) => key),
      closed: true,
    });
    await sendNotification(people.anna.uid, { ...notificationFields, title: 'anew' });
    expect((await listNotifications(people.anna.token)).map(({ title }) => title)).toEqual(['anew']);
  });

  it('reopens nothing, and refuses an invalid key', async () => {
    for (const body of [
      { keys: ['a'], closed: false },
      { keys: ['a'] },
      { closed: true },
      { keys: ['a b'], closed: true },
    ]) {
      expect((await closeListed(people.anna.token, body)).body).toMatchObject({ code: 'invalidRequest' });
    }
  });

  it('adds no notification of a failed transaction', async () => {
    const failedWrite = gateway.database.write(async (tx) => {
      await notify(tx, { uid: people.anna.uid, kind: 'contact', title: 'never', text: '', route: null, sent: 1 });
      throw new Error('The transaction fails');
    });
    await expect(failedWrite).rejects.toThrow('The transaction fails');
    expect(await listNotifications(people.anna.token)).toEqual([]);
  });

  it('keeps one open notification per kind and route, with the last text, until it is closed by them', async () => {
    const { uid, token } = people.anna;
    const page = await watchNotifications(token);
    const notificationWith = (fields: Partial<NewNotification>): NewNotification => ({
      uid,
      kind: 'message',
      title: 'Ben',
      text: 'Bis gleich!',
      route: 'chatmessages/c1',
      sent: 1,
      ...fields,
    });
    const writeNotifications = (...notifications: NewNotification[]) =>
      gateway.database.write(async (tx) => {
        for (const { uid: receiver, ...newNotification } of notifications)
          await notifyInPlace(tx, { ...newNotification, uids: [receiver] });
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
    await page.next('delta');
    expect((await page.next('delta')).ops).toEqual([
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
    expect((await page.next('delta')).ops).toEqual([
      { kind: 'del', collection: 'notifications', key: firstNotification?.key },
    ]);
    await writeNotifications(notificationWith({ text: 'noch da?' }));
    expect(
      (await listNotifications(token)).filter(({ route }) => route === 'chatmessages/c1').map(({ text }) => text),
    ).toEqual(expect.arrayContaining(['noch da?']));
  });

  it('notifies several users at once, replacing their open notifications', async () => {
    await sendNotification(people.anna.uid, { title: 'before' });
    const newNotification: Omit<NewNotification, 'uid'> = {
      kind: 'message',
      title: 'Cem',
      text: 'Wo seid ihr?',
      route: 'chatmessages/c1',
      sent: 9,
    };
    await gateway.database.write((tx) =>
      notifyInPlace(tx, { ...newNotification, uids: [people.anna.uid, people.ben.uid] }),
    );
    for (const { token } of Object.values(people))
      expect(await listNotifications(token)).toEqual([{ ...newNotification, key: expect.any(String), closed: false }]);
  });

  it('deletes closed notifications after a month, and open ones never', async () => {
    await sendNotification(people.anna.uid, { title: 'seen' });
    await closeListed(people.anna.token, {
      keys: (await listNotifications(people.anna.token)).map(({ key }) => key),
      closed: true,
    });
    await sendNotification(people.anna.uid, { title: 'waiting' });
    const later = { ...gateway.clock, now: () => gateway.clock.now() + CLOSED_RETENTION_MS };
    const storedKeys = async () =>
      (await gateway.database.knex<{ title: string }>('notification').orderBy('id').select('title')).map(
        ({ title }) => title,
      );
    await createNotificationCleanup({ database: gateway.database, clock: later }).run();
    expect(await storedKeys()).toEqual(['seen', 'waiting']);
    await createNotificationCleanup({
      database: gateway.database,
      clock: { ...later, now: () => later.now() + 1 },
    }).run();
    expect(await storedKeys()).toEqual(['waiting']);
  });
});
