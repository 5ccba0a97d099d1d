import { seedChats } from '../../../api-gateway/src/modules/chat';
import type { ChatDraft } from '../../../api-gateway/src/modules/chat';
import { seedContacts } from '../../../api-gateway/src/modules/contacts';
import { seedAccounts } from '../../../api-gateway/src/modules/identity';
import type { AccountDraft } from '../../../api-gateway/src/modules/identity';
import { privacy } from '../../../api-gateway/src/seeds/empty/content';
import type { Person } from '../../world/sign-in';
import type { World } from '../../world/start-world';
import { createRandomGenerator } from '../../world/synthetic-places';
import { openWorldDatabase } from '../measure/world-database';

/** Number of rows in each list of a user. */
export interface ListSizes {
  /** Number of messages in the user's only chat. */
  readonly messages: number;
  readonly contacts: number;
}

/** A user whose lists have these lengths and who opens them in the bench. */
export interface ListReader extends Person, ListSizes {
  readonly uid: string;
  readonly chatKey: string;
}

const READER_PASSWORD = 'mittagspause';
const MINUTE_MS = 60_000;
const FIRST_NAMES = [
  'Anna',
  'Ben',
  'Cem',
  'Dana',
  'Emil',
  'Frieda',
  'Gökhan',
  'Hanna',
  'Ivo',
  'Jale',
  'Karl',
  'Lena',
  'Mehmet',
  'Nora',
  'Özlem',
  'Paul',
  'Quirin',
  'Rosa',
  'Sven',
  'Tilda',
];
const LAST_NAMES = [
  'Adler',
  'Blume',
  'Çelik',
  'Dietz',
  'Ebert',
  'Falk',
  'Groß',
  'Huber',
  'Iversen',
  'Jansen',
  'Kaya',
  'Lindqvist',
  'Möller',
  'Neumann',
  'Okafor',
  'Petersen',
  'Richter',
  'Sommer',
  'Tuna',
  'Weiß',
];
const SENTENCE_WORDS = [
  'heute',
  'um',
  'zwölf',
  'Kantine',
  'oder',
  'raus',
  'gern',
  'ich',
  'nehme',
  'den',
  'Eintopf',
  'Pizza',
  'bis',
  'gleich',
  'unten',
  'am',
  'Brunnen',
  'schon',
  'Hunger',
  'Sommerrollen',
  'bringe',
  'Aylin',
  'mit',
];
/** Largest number of words of a message. Each number of words is about equally frequent. */
const MAX_SENTENCE_WORDS = 14;

const accountDraftOf = (
  uid: string,
  accountNumber: number,
  accountOverrides: Partial<AccountDraft> = {},
): AccountDraft => ({
  uid,
  email: `${uid}@mahlzeit.test`,
  password: null,
  firstName: FIRST_NAMES[accountNumber % FIRST_NAMES.length] ?? '',
  lastName: `${LAST_NAMES[Math.floor(accountNumber / FIRST_NAMES.length) % LAST_NAMES.length] ?? ''} ${accountNumber}`,
  connectionCode: `L${String(accountNumber).padStart(7, '0')}`,
  isVerified: true,
  isVisible: false,
  isDeleted: false,
  tasteKeys: [],
  ...accountOverrides,
});

const createSentences = (sentenceCount: number): string[] => {
  const random = createRandomGenerator(17);
  const randomBelow = (upperBound: number): number => Math.floor(random() * upperBound);
  return Array.from({ length: sentenceCount }, () =>
    Array.from(
      { length: 1 + randomBelow(MAX_SENTENCE_WORDS) },
      () => SENTENCE_WORDS[randomBelow(SENTENCE_WORDS.length)],
    )
      .join(' ')
      .slice(0, 100),
  );
};

const chatDraftOf = (
  key: string,
  { uids, count, now }: { readonly uids: readonly string[]; readonly count: number; readonly now: number },
): ChatDraft => {
  const sentAtOf = (index: number): number => now - (count - index) * 7 * MINUTE_MS;
  const messages = createSentences(count).map((messageContent, index) => ({
    author: uids[Math.floor(index / 2) % uids.length] ?? '',
    sentAt: sentAtOf(index),
    content: messageContent,
  }));
  return { key, uids, createdAt: sentAtOf(-1), messages, read: {} };
};

/**
 * Writes people with their chats and contacts directly into the database of a running gateway. No page is open yet that
 * would miss the changes.
 */
export const fillLists = async (world: World, readerSizes: readonly ListSizes[]): Promise<readonly ListReader[]> => {
  const database = openWorldDatabase(world);
  const now = Date.parse('2026-06-24T11:00:00+02:00');
  const otherAccounts = Array.from(
    { length: Math.max(...readerSizes.map(({ contacts }) => contacts)) },
    (_, number) => `other-${number}`,
  );
  const listReaders = readerSizes.map((listSizes): ListReader => {
    const uid = `reader-${listSizes.messages}-${listSizes.contacts}`;
    return { ...listSizes, uid, email: `${uid}@mahlzeit.test`, password: READER_PASSWORD, chatKey: `chat-of-${uid}` };
  });
  try {
    await database.write(async ({ knex }) => {
      const storedAccounts = [
        ...otherAccounts.map((uid, number) => accountDraftOf(uid, number)),
        ...listReaders.map(({ uid, password }, number) =>
          accountDraftOf(uid, otherAccounts.length + number, { password }),
        ),
      ];
      await seedAccounts(knex, storedAccounts, { now, policyVersion: privacy.version });
      await seedContacts(
        knex,
        {
          contacts: listReaders.map(({ uid, contacts }) => ({ owner: uid, uids: otherAccounts.slice(0, contacts) })),
          groups: [],
          blocks: [],
        },
        now,
      );
      await seedChats(
        knex,
        listReaders.map(({ uid, chatKey, messages }) =>
          chatDraftOf(chatKey, { uids: [uid, 'other-0', 'other-1'], count: messages, now }),
        ),
      );
    });
  } finally {
    await database.close();
  }
  return listReaders;
};
