import { aRestaurant } from '@mahlzeit/contract/fixtures';
import fc from 'fast-check';
import { findPostgresPrograms } from '../../../api-gateway/bin/cluster/postgres-programs.mjs';
import { seedChats } from '../../../api-gateway/src/modules/chat';
import type { Companion } from '../../../api-gateway/src/modules/chat/testing/companions';
import { companionOf, registerCompanion } from '../../../api-gateway/src/modules/chat/testing/companions';
import { makeContacts } from '../../../api-gateway/src/modules/contacts/testing/relations';
import { insertRestaurant, RESTAURANT_KEY } from '../../../api-gateway/src/modules/invitations/testing/meetups';
import { describeOnRedis, testRedis } from '../../../api-gateway/src/platform/testing/redis-server';
import { isLongRun } from '../../../api-gateway/src/platform/testing/rounds';
import { testGateways } from '../../../api-gateway/src/platform/testing/test-gateway';
import { createRandom } from '../../../api-gateway/src/seeds/seeded-random';
import { clusterCommandsArbitrary, performClusterCommand } from './cluster-commands';
import type { ClusterRun } from './cluster-commands';
import type { Cluster } from './cluster-gateways';
import { openCluster } from './cluster-gateways';
import { createMeetups } from './cluster-meetups';
import { callCluster } from './cluster-requests';
import { settle } from './cluster-settling';
import { MESSAGE_WINDOW } from './fresh-page';
import { openSocialPage } from './social-page';
import type { SocialRights } from './social-page';
import { expectAllStoredOnce, expectMeetupMessagesStoredOnce } from './stored-messages';

/** Number of command sequences that the same three users run, each from the state in which the previous one ended. */
const SEQUENCES_PER_RUN = isLongRun ? 20 : 3;
const RUN_COUNT = isLongRun ? 50 : 2;
const TIME_LIMIT_MS = isLongRun ? 2 * 3_600_000 : 120_000;
const POLL_MS = 100;
const AN_HOUR_MS = 3_600_000;

/** Members of all chats, by user number: one chat for each pair, and one for all three. */
const CHAT_MEMBERS = [
  [0, 1],
  [0, 2],
  [1, 2],
  [0, 1, 2],
] as const;

const describeOnCluster = findPostgresPrograms() === null ? describe.skip : describeOnRedis;

describeOnCluster(
  'pages of three people on three gateways, of which any may die, without Redis and PostgreSQL at times',
  () => {
    const gateways = testGateways();
    const redis = testRedis();
    const counts = new Map<string, number>();
    let cluster: Cluster;
    let runCount = 0;

    beforeAll(async () => {
      cluster = await openCluster(gateways, redis());
      await cluster.startAfresh(POLL_MS);
      const restaurant = aRestaurant({ key: RESTAURANT_KEY, routingName: RESTAURANT_KEY });
      await insertRestaurant(cluster.anyGateway(), restaurant);
    }, 60_000);
    afterAll(() => cluster.close());

    /** Registers a user. Each request of the user goes to any of the gateways. */
    const registerPerson = async (name: string, nextUrl: () => string): Promise<Companion> => {
      const gateway = cluster.anyGateway();
      const person = await registerCompanion(gateway, name);
      return companionOf(gateway, {
        ...person,
        call: (httpMethod, path, body) =>
          callCluster(nextUrl, httpMethod, path, { token: person.idToken, ...(body && { body }) }),
      });
    };

    const seedRunChats = async (people: readonly Companion[]): Promise<ClusterRun['chats']> => {
      const chats = CHAT_MEMBERS.map((members, index) => ({ key: `cluster-${runCount}-${index}`, people: members }));
      const now = cluster.clock.now();
      await cluster.database.write(({ knex }) =>
        seedChats(
          knex,
          chats.map(({ key, people: members }) => ({
            key,
            uids: members.map((index) => people[index]?.uid ?? ''),
            createdAt: now - 1_000,
            // The chat of all three users holds more than one window of messages, which a page loads at once.
            messages: Array.from({ length: members.length === 2 ? 1 : MESSAGE_WINDOW + 5 }, (_, index) => ({
              author: people[members[index % 2] ?? 0]?.uid ?? '',
              sentAt: now - 900 + index,
              content: `Früher ${index}`,
            })),
            read: {},
          })),
        ),
      );
      return chats;
    };

    const startRun = async (isPolling: boolean, seed: number): Promise<ClusterRun> => {
      runCount += 1;
      await cluster.startAfresh(isPolling ? POLL_MS : AN_HOUR_MS);
      const random = createRandom(String(seed));
      const nextUrl = (): string => {
        const urls = cluster.urls();
        return urls[Math.floor(random() * urls.length)] ?? '';
      };
      const people = [
        await registerPerson(`anna${runCount}`, nextUrl),
        await registerPerson(`ben${runCount}`, nextUrl),
        await registerPerson(`cem${runCount}`, nextUrl),
      ];
      await makeContacts(cluster.anyGateway(), people);
      const chats = await seedRunChats(people);
      const meetups = createMeetups(people.length);
      const mayReceive: SocialRights['mayReceive'] = (uid, chatKey, frame) => {
        const person = people.findIndex((companion) => companion.uid === uid);
        const chat = chats.find(({ key }) => key === chatKey);
        return (
          (chat?.people.includes(person) ?? true) &&
          meetups.mayReceive(person, chat === undefined ? chatKey : null, frame)
        );
      };
      const pages = await Promise.all(
        people.map(({ account, browser }) =>
          openSocialPage(nextUrl, { account, cookie: browser.cookie ?? '' }, { mayReceive }),
        ),
      );
      const clusterRun: ClusterRun = {
        gateway: cluster,
        cluster,
        nextUrl,
        people,
        pages,
        chats,
        meetups,
        counts,
        blockedPairs: new Set(),
        acceptedMessages: new Set(),
        sentMessages: new Set(),
        pendingMessages: [],
        meetupMessages: { sent: new Set(), accepted: new Set(), onPages: new Set() },
      };
      // The third person joins by the meetup's link, so the meetup gets a chat of its own.
      await performClusterCommand(clusterRun, { kind: 'arrange', who: 0, guest: 1 });
      await performClusterCommand(clusterRun, { kind: 'join', who: 2, meetup: 0 });
      for (const [who] of people.entries())
        await performClusterCommand(clusterRun, { kind: 'openMeetup', who, meetup: 0 });
      return clusterRun;
    };

    it(
      'hold what a fresh snapshot of any gateway says after each of many sequences, apply no event twice, and hear of no chat that they may not read',
      async () => {
        const startedAt = performance.now();
        await fc.assert(
          fc.asyncProperty(
            fc.array(clusterCommandsArbitrary, { minLength: SEQUENCES_PER_RUN, maxLength: SEQUENCES_PER_RUN }),
            fc.nat(),
            async (commandSequences, seed) => {
              const isPolling = runCount % 2 === 0;
              const run = await startRun(isPolling, seed);
              try {
                for (const commandSequence of commandSequences) {
                  // The gateway limits the number of messages that a WebSocket may send per second.
                  cluster.clock.advance(1_000);
                  for (const command of commandSequence) await performClusterCommand(run, command);
                  await settle(run, isPolling);
                  await expectMeetupMessagesStoredOnce(run);
                  await expectAllStoredOnce(run);
                  expect(run.pages.flatMap(({ failures }) => failures)).toEqual([]);
                }
              } finally {
                for (const page of run.pages) page.close();
              }
            },
          ),
          {
            numRuns: RUN_COUNT,
            endOnFailure: true,
            interruptAfterTimeLimit: TIME_LIMIT_MS,
            markInterruptAsFailure: true,
          },
        );
        process.stderr.write(
          `cluster model: ${runCount * SEQUENCES_PER_RUN} sequences in ${Math.round((performance.now() - startedAt) / 1000)} s, ` +
            `${cluster.deathCount()} gateways killed, commands: ` +
            `${JSON.stringify(Object.fromEntries([...counts].sort()))}\n`,
        );
      },
      TIME_LIMIT_MS + 30_000,
    );
  },
);
