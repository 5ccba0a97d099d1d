import fc from 'fast-check';
import { seedChats } from '../../../api-gateway/src/modules/chat';
import { registerCompanion } from '../../../api-gateway/src/modules/chat/testing/companions';
import { makeContacts } from '../../../api-gateway/src/modules/contacts/testing/relations';
import type { LiveTestClient } from '../../../api-gateway/src/platform/testing/live-test-client';
import { connectLive } from '../../../api-gateway/src/platform/testing/live-test-client';
import { testGateways } from '../../../api-gateway/src/platform/testing/test-gateway';
import type { TestGateway } from '../../../api-gateway/src/platform/testing/test-gateway';
import { findDifferences, hasSentAllMessages, MESSAGE_WINDOW, readAllMessages, readFreshPage } from './fresh-page';
import { openSocialPage } from './social-page';
import type { SocialPage } from './social-page';
import { expectAllStoredOnce } from './stored-messages';
import { commandsArbitrary, performCommand, waitTurns } from './social-commands';
import type { SocialRun } from './social-commands';

/** Number of command sequences that the same three users run, each from the state in which the previous one ended. */
const SEQUENCES_PER_RUN = 20;
const RUN_COUNT = 50;
/**
 * Maximum of event loop turns that the pages and the gateway may need until all changes have arrived. About fifty turns
 * are usual.
 */
const MAX_TURNS = 5_000;
const TIME_LIMIT_MS = 400_000;

/** Run whose clients have no stored data. They receive what a newly opened page of each user would receive. */
interface ModelRun extends SocialRun {
  readonly freshClients: readonly LiveTestClient[];
}

/** Members of all chats, by user number: one chat for each pair, and one for all three. */
const CHAT_MEMBERS = [
  [0, 1],
  [0, 2],
  [1, 2],
  [0, 1, 2],
] as const;

/**
 * Waits until a condition holds, while the network delivers messages. The pages' timers advance meanwhile, because
 * retries wait for these timers.
 */
const waitUntil = async (
  pages: readonly SocialPage[],
  isConditionMet: (turn: number) => boolean,
  failureText: () => string,
): Promise<void> => {
  for (let turn = 1; !isConditionMet(turn); turn += 1) {
    if (turn > MAX_TURNS) throw new Error(failureText());
    await waitTurns(1);
    if (turn % 20 === 0) for (const page of pages) page.timers.advance(2_000);
  }
};

/** Lets all pages reconnect and receive all changes, until each page holds what a newly opened page receives. */
const waitUntilSettled = async (run: ModelRun): Promise<void> => {
  const { pages, pendingMessages } = run;
  await Promise.all(pendingMessages.splice(0));
  for (const page of pages) {
    page.loseAnswers(0);
    page.setOffline(false);
  }
  await waitUntil(
    pages,
    () => pages.every(hasSentAllMessages),
    () => `unsent: ${JSON.stringify(pages.map(({ unsentMessages }) => unsentMessages.get()))}`,
  );
  const messagesByChat = await readAllMessages(
    run.gateway,
    run.chats.map(({ key }) => key),
  );
  const freshPages = await Promise.all(
    run.freshClients.map((client, personIndex) =>
      readFreshPage(
        client,
        run.chats.filter(({ people }) => people.includes(personIndex)).map(({ key }) => key),
        messagesByChat,
      ),
    ),
  );
  for (const [personIndex, page] of pages.entries()) {
    const expectedPage = freshPages[personIndex];
    if (expectedPage === undefined) throw new Error(`Missing fresh page ${personIndex}`);
    let [comparedChangeCount, remainingDifferences]: [number, readonly string[]] = [-1, []];
    await waitUntil(
      [page],
      (turn) => {
        // Compares again after a change, and every fifty turns: when only the status of a collection changes, the
        // change counter stays the same.
        if (comparedChangeCount !== page.changeCount() || turn % 50 === 0)
          remainingDifferences = findDifferences(page, expectedPage);
        comparedChangeCount = page.changeCount();
        return remainingDifferences.length === 0;
      },
      () => `person ${personIndex}: ${remainingDifferences.join('; ')}`,
    );
  }
};

describe('pages of three people who write, read, block, unblock and group each other', () => {
  const gateways = testGateways();
  let gateway: TestGateway;
  let runCount = 0;

  beforeAll(async () => {
    // Messages to clients are limited to this size, so that snapshots are split into several messages.
    gateway = await gateways.start({ liveLimits: { frameBytes: 4_096 } });
  });

  const startRun = async (): Promise<ModelRun> => {
    runCount += 1;
    const people = [
      await registerCompanion(gateway, `anna${runCount}`),
      await registerCompanion(gateway, `ben${runCount}`),
      await registerCompanion(gateway, `cem${runCount}`),
    ];
    await makeContacts(gateway, people);
    const chats = CHAT_MEMBERS.map((memberIndexes, index) => ({
      key: `life-${runCount}-${index}`,
      people: memberIndexes,
    }));
    const startTimeMs = gateway.clock.now();
    await gateway.database.write(({ knex }) =>
      seedChats(
        knex,
        chats.map(({ key, people: memberIndexes }) => ({
          key,
          uids: memberIndexes.map((index) => people[index]?.uid ?? ''),
          createdAt: startTimeMs - 1_000,
          // Chats of two users hold a little less than one window of messages (the number that a page loads at once).
          // The chat of all three users holds more than two windows.
          messages: Array.from(
            { length: memberIndexes.length === 2 ? MESSAGE_WINDOW - 2 : 2 * MESSAGE_WINDOW + 20 },
            (_, index) => ({
              author: people[memberIndexes[index % 2] ?? 0]?.uid ?? '',
              sentAt: startTimeMs - 900 + index,
              content: `Früher ${index}`,
            }),
          ),
          read: {},
        })),
      ),
    );
    const isChatParticipant = (uid: string, chatKey: string): boolean =>
      chats.some(
        ({ key, people: memberIndexes }) =>
          key === chatKey && memberIndexes.some((index) => people[index]?.uid === uid),
      );
    const pages = await Promise.all(
      people.map(({ account, browser }) =>
        openSocialPage(
          () => gateway.url,
          { account, cookie: browser.cookie ?? '' },
          { mayReceive: (uid, chatKey) => chatKey === null || isChatParticipant(uid, chatKey) },
        ),
      ),
    );
    const freshClients = await Promise.all(people.map(({ idToken }) => connectLive(gateway.url, { token: idToken })));
    return {
      gateway,
      people,
      pages,
      freshClients,
      chats,
      blockedPairs: new Set(),
      acceptedMessages: new Set(),
      sentMessages: new Set(),
      pendingMessages: [],
    };
  };

  it(
    `hold what a fresh snapshot says after each of many sequences, apply no event twice, and hear of no chat that they may not read`,
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(commandsArbitrary, { minLength: SEQUENCES_PER_RUN, maxLength: SEQUENCES_PER_RUN }),
          async (commandSequences) => {
            const run = await startRun();
            try {
              for (const commandSequence of commandSequences) {
                // The clock advances by one second for each sequence, because the gateway limits the number of messages
                // that a WebSocket may send per second.
                gateway.clock.advance(1_000);
                for (const command of commandSequence) await performCommand(run, command);
                await waitUntilSettled(run);
                await expectAllStoredOnce(run);
                expect(run.pages.flatMap(({ failures }) => failures)).toEqual([]);
              }
            } finally {
              for (const page of run.pages) page.close();
              for (const client of run.freshClients) client.terminate();
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
    },
    TIME_LIMIT_MS + 30_000,
  );
});
