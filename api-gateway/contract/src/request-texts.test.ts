import { requestTexts } from './fixtures';
import type { RequestText } from './fixtures';
import { LookupKey } from './values';

// Emoji of a family: people see one character, Unicode has seven code points, JavaScript eleven code units.
const FAMILY = '👨\u200D👩\u200D👧\u200D👦';

/** Fields whose text a program writes (keys, codes, names of programs), so that nobody counts its characters. */
const MACHINE_FIELDS: ReadonlySet<string> = new Set([
  'UserAgent',
  'cardId',
  'cardType',
  'clientKey',
  'code',
  'cursor',
  'debitedCardId',
  'emails',
  'preAuthorizationId',
  'token',
  'topic',
]);

const isTypedByPeople = ({ path, schema }: RequestText): boolean =>
  schema !== LookupKey && !path.some((fieldName) => MACHINE_FIELDS.has(fieldName));

/** Length of a text from which on only the size of the whole request limits it. */
const UNLIMITED_LENGTH = 2_500;

/** Returns the largest number of letters that a field accepts. */
const letterLimitOf = ({ schema }: RequestText): number => {
  let [accepted, refused] = [0, UNLIMITED_LENGTH];
  while (refused - accepted > 1) {
    const middle = Math.floor((accepted + refused) / 2);
    if (schema.safeParse('a'.repeat(middle)).success) accepted = middle;
    else refused = middle;
  }
  return accepted;
};

const LIMITED_TEXTS = requestTexts()
  .filter(isTypedByPeople)
  // Leaves out numbers, addresses and formats, because they accept no emoji.
  .filter(({ schema }) => schema.safeParse(FAMILY.repeat(6)).success)
  .map((text) => [`${text.route.name} ${text.path.join('.')}`, text.schema, letterLimitOf(text)] as const)
  .filter(([, , limit]) => limit < UNLIMITED_LENGTH - 1);

it.each(LIMITED_TEXTS)('%s counts the characters that people see', (_name, schema, limit) => {
  expect([limit, limit + 1].map((length) => schema.safeParse(FAMILY.repeat(length)).success)).toEqual([true, false]);
});

it('covers the names, notes and searches', () =>
  expect(LIMITED_TEXTS.map(([name, , limit]) => `${name} ${limit}`)).toEqual(
    expect.arrayContaining([
      'patchMe displayName 60',
      'putContactGroup name 60',
      'sendChatMessage content 100',
      'placeOrder items.0.comments 140',
      'reportAbuse text 1000',
      'searchContactableUsers text 200',
      'searchBlockableUsers text 200',
      'searchMeals text 200',
      'autocompletePlaces text 200',
      'putPartnerRestaurant address.street 200',
      'putPartnerRestaurant address.locality 200',
    ]),
  ));
