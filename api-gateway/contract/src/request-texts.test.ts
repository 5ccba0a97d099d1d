import { requestTexts } from './fixtures';
import type { RequestText } from './fixtures';
import { LookupKey } from './values';

// One character as people see it, seven code points, eleven code units.
const FAMILY = '👨\u200D👩\u200D👧\u200D👦';

/** Texts that machines write: keys, codes and names of programs. Nobody counts their characters. */
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

/** Length from which on a text has no limit but that of the request's size. */
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
  // Numbers, addresses and formats accept no emoji.
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
