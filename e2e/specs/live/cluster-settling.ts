import { setTimeout as delay } from 'node:timers/promises';
import { chatTopic } from '@mahlzeit/contract';
import type { LiveTestClient } from '../../../api-gateway/src/platform/testing/live-test-client';
import { connectLive } from '../../../api-gateway/src/platform/testing/live-test-client';
import { outcomeOf } from '../../../api-gateway/src/modules/identity/testing/people';
import type { ClusterRun } from './cluster-commands';
import type { FreshPage } from './fresh-page';
import { findDifferences, hasSentAllMessages, readAllMessages, readFreshPage } from './fresh-page';

/**
 * Time in ms within which all pages must be up to date after the last command of a sequence. They usually need some 100
 * ms.
 */
const MAX_SETTLE_MS = 90_000;
/**
 * Time in ms after which the data for a newly opened page is read again, because background work may have changed it.
 */
const FRESH_PAGE_MS = 1_000;
/** Pause in ms between two comparisons, so that the servers get processor time. */
const PAUSE_MS = 5;
/** Factor by which the pages' timers run faster than the gateways' timers while a sequence settles. */
const PAGE_TIME_FACTOR = 2;
/**
 * Longest time in ms that passes for a page in one turn: a machine that pauses must not look like a broken connection.
 */
const MAX_PAGE_TURN_MS = 500;

/** Lets time pass for the pages until they no longer differ from newly opened pages. */
const waitUntilEqual = async (
  { pages }: Pick<ClusterRun, 'pages'>,
  readDifferences: () => Promise<readonly string[]> | readonly string[],
): Promise<void> => {
  const startedAt = performance.now();
  for (let turnStartedAt = startedAt; ;) {
    const differences = await readDifferences();
    if (differences.length === 0) return;
    if (performance.now() - startedAt > MAX_SETTLE_MS) throw new Error(differences.join('\n'));
    await delay(PAUSE_MS);
    const passedMs = Math.min(MAX_PAGE_TURN_MS, (performance.now() - turnStartedAt) * PAGE_TIME_FACTOR);
    turnStartedAt = performance.now();
    for (const page of pages) page.timers.advance(passedMs);
  }
};

/** Runs a function with a new live connection to any gateway. */
const withFreshClient = async <T>(
  { nextUrl, people }: ClusterRun,
  person: number,
  useClient: (client: LiveTestClient) => Promise<T>,
): Promise<T> => {
  const client = await connectLive(nextUrl(), { token: people[person]?.idToken ?? '' });
  try {
    return await useClient(client);
  } finally {
    client.terminate();
  }
};

const chatKeysOf = ({ chats, meetups }: ClusterRun, person: number): readonly string[] => [
  ...chats.filter(({ people }) => people.includes(person)).map(({ key }) => key),
  ...meetups.chatsOf(person),
];

/** Reads the data that a newly opened page of each person receives. Each page uses any of the gateways. */
const readFreshPages = async (run: ClusterRun): Promise<readonly FreshPage[]> => {
  const everyChat = [...run.chats.map(({ key }) => key), ...run.meetups.list.map(({ chatKey }) => chatKey)];
  const messagesByChat = await readAllMessages(run.gateway, everyChat);
  return Promise.all(
    run.pages.map((_, person) =>
      withFreshClient(run, person, (client) => readFreshPage(client, chatKeysOf(run, person), messagesByChat)),
    ),
  );
};

/** Waits until each page holds what a newly opened page receives. Returns the newly opened pages. */
const waitForPages = async (run: ClusterRun): Promise<readonly FreshPage[]> => {
  let [freshPages, readAt]: [readonly FreshPage[], number] = [[], -Infinity];
  await waitUntilEqual(run, async () => {
    if (performance.now() - readAt > FRESH_PAGE_MS) {
      try {
        freshPages = await readFreshPages(run);
        readAt = performance.now();
      } catch (error) {
        // If a gateway has just lost its connections to PostgreSQL, its first response is an error, so the comparison
        // is repeated.
        return [String(error)];
      }
    }
    for (const page of run.pages) page.loadOlderChats();
    return run.pages.flatMap((page, person) => {
      const freshPage = freshPages[person];
      return (freshPage === undefined ? ['no page'] : findDifferences(page, freshPage)).map(
        (difference) => `person ${person}: ${difference}`,
      );
    });
  });
  return freshPages;
};

/** Checks that the gateways have the chats and answers that the model expects. */
const expectModel = async (run: ClusterRun, freshPages: readonly FreshPage[]): Promise<void> => {
  const uidOf = (person: number): string => run.people[person]?.uid ?? '';
  for (const [person, { listedChats, invitations }] of freshPages.entries()) {
    const chatKeys = [...chatKeysOf(run, person)].sort();
    expect(listedChats.map(({ key }) => key).sort()).toEqual(chatKeys);
    expect((await run.people[person]?.chats())?.map(({ key }) => key).sort()).toEqual(chatKeys);
    const attendedMeetups = run.meetups.list.filter(({ answers }) => answers.has(person));
    expect(
      Object.fromEntries(
        invitations.map(({ key, attendees }) => [
          key,
          Object.fromEntries(attendees.map(({ uid, status }) => [uid, status])),
        ]),
      ),
    ).toEqual(
      Object.fromEntries(
        attendedMeetups.map(({ key, answers }) => [
          key,
          Object.fromEntries([...answers].map(([attendee, status]) => [uidOf(attendee), status])),
        ]),
      ),
    );
  }
};

/** Checks that every gateway refuses the chats of meetups to people who aren't members. */
const expectRefusals = async (run: ClusterRun): Promise<void> => {
  for (const { chatKey, ownChatMembers } of run.meetups.list) {
    for (const [person, companion] of run.people.entries()) {
      if (ownChatMembers === null || ownChatMembers.has(person)) continue;
      expect(outcomeOf(await companion.call('GET', `/api/chat/${chatKey}/messages`))).toEqual([404, 'notFound']);
      await withFreshClient(run, person, async (client) => {
        client.say({ op: 'sub', id: chatTopic(chatKey), topic: chatTopic(chatKey) });
        const answer = await Promise.race([client.next('err'), client.next('snap'), client.next('live')]);
        expect(answer).toMatchObject({ op: 'err', code: 'notFound' });
      });
    }
  }
};

/**
 * Starts the gateways that were killed, and waits until all pages hold what a newly opened page receives. Without
 * `isPolling`, no gateway compares its change numbers (heads) with the database at intervals; the gateways then do so
 * when they are connected to Redis again.
 */
export const settle = async (run: ClusterRun, isPolling: boolean): Promise<void> => {
  const { pages, cluster, meetups } = run;
  await Promise.all(run.pendingMessages.splice(0));
  await cluster.startAll();
  for (const page of pages) {
    page.loseAnswers(0);
    page.setOffline(false);
  }
  await waitUntilEqual(run, () =>
    pages
      .filter((page) => !hasSentAllMessages(page))
      .map(({ unsentMessages }) => `unsent: ${JSON.stringify(unsentMessages.get())}`),
  );
  if (!isPolling) await cluster.reconnectRedis();
  await expectModel(run, await waitForPages(run));
  await expectRefusals(run);
  meetups.seal();
};
