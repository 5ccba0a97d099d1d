import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { testGateways } from './platform/testing/test-gateway';
import type { TestGateway } from './platform/testing/test-gateway';
import { companionOf, registerCompanion } from './modules/chat/testing/companions';
import type { Companion } from './modules/chat/testing/companions';
import { makeContacts } from './modules/contacts/testing/relations';
import { register, verifyEmailOf, visit } from './modules/identity/testing/people';
import { readWaitingMails } from './modules/mail/testing/waiting-mails';
import {
  insertRestaurant,
  invitationSeenBy,
  invite,
  joinByLink,
  RESTAURANT_KEY,
  tokenOf,
} from './modules/invitations/testing/meetups';

const gateways = testGateways();
const PRIVATE_PART = 'k.geheimnis';

/** Reads all data about other people that the gateway sends to `reader`, by the routes and topics that name people. */
const readEverything = async (reader: Companion, paths: readonly string[]): Promise<unknown[]> => {
  const answers: unknown[] = [];
  for (const path of paths) answers.push([path, (await reader.call('GET', path)).body]);
  return answers;
};

const snapshotOf = async (reader: Companion, topic: string): Promise<unknown> => {
  const client = await reader.follow(topic);
  client.terminate();
  return client.frames;
};

describe('a user who has not chosen a name', () => {
  let gateway: TestGateway;
  let anna: Companion;
  let namelessCompanion: Companion;

  beforeAll(async () => {
    // Uses an SMTP URL at which no server listens, so that all e-mails stay in the outbox, where the test reads them.
    gateway = await gateways.start({ environment: { SMTP_URL: 'smtp://127.0.0.1:9' } });
    anna = await registerCompanion(gateway, 'anna');
    namelessCompanion = companionOf(gateway, await register(gateway, `${PRIVATE_PART}@mahlzeit.test`));
    await verifyEmailOf(gateway, namelessCompanion);
    const place = { key: RESTAURANT_KEY, routingName: RESTAURANT_KEY, name: 'Elbkantine' };
    await insertRestaurant(gateway, aRestaurant(place));
  });

  it('sees the text before the @ alone', async () => {
    expect((await namelessCompanion.call('GET', '/api/users/me')).body).toMatchObject({
      displayName: PRIVATE_PART,
      named: false,
    });
  });

  it('is found by no part of the address, and suggested to nobody', async () => {
    const searchPaths = ['contactableUsers/geheim', 'blockableUsers/geheim', 'randomUsers/10'];
    const searchResults = await readEverything(
      anna,
      searchPaths.map((path) => `/api/search/${path}`),
    );
    expect(searchResults).toEqual(searchPaths.map((path) => [`/api/search/${path}`, []]));
  });

  it('is „Jemand“ to contacts, chats, meetups, link pages and mails, which name no part of the address', async () => {
    const visitor = await visit(gateway);
    await makeContacts(gateway, [anna, namelessCompanion]);
    const chatKey = await namelessCompanion.chatWith(anna);
    await namelessCompanion.say(chatKey, 'Mahlzeit!');
    const invitation = await invite(gateway, namelessCompanion, [anna]);
    const token = await tokenOf(namelessCompanion, invitation.key);
    const guest = await registerCompanion(gateway, 'gast');
    expect(await joinByLink(guest, token)).toEqual([200]);
    const meetupChatKey = (await invitationSeenBy(guest, invitation.key)).chatKey;

    const readByOthers = [
      await readEverything(anna, [
        '/api/contacts',
        '/api/chat',
        `/api/chat/${chatKey}/messages`,
        '/api/invitations?when=upcoming',
        `/api/invitations/${invitation.key}`,
        '/api/users/me/notifications',
      ]),
      await readEverything(guest, ['/api/chat', `/api/chat/${meetupChatKey}/messages`]),
      await snapshotOf(guest, `chat/${meetupChatKey}`),
      (await visitor.call('GET', `/api/invitations/shared/${token}`)).body,
      await snapshotOf(anna, 'me'),
      await snapshotOf(anna, `chat/${chatKey}`),
      (await readWaitingMails(gateway)).filter(({ to }) => to !== namelessCompanion.email),
    ];
    const allText = JSON.stringify(readByOthers);
    expect(allText).not.toContain(PRIVATE_PART);
    expect(allText).toContain('Jemand');
  });

  it('is called by the chosen name from then on, also where it is the text before the @', async () => {
    expect((await namelessCompanion.call('PATCH', '/api/users/me', { displayName: PRIVATE_PART })).body).toMatchObject({
      displayName: PRIVATE_PART,
      named: true,
    });
    expect(JSON.stringify(await readEverything(anna, ['/api/contacts', '/api/chat']))).toContain(PRIVATE_PART);
  });
});
