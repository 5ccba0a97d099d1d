/** Kinds of objects that requests name and responses contain. */
export const OBJECT_KINDS = [
  'card',
  'chat',
  'connectionCode',
  'device',
  'discount',
  'email',
  'group',
  'invitation',
  'linkToken',
  'meal',
  'message',
  'notification',
  'order',
  'passkey',
  'payIn',
  'person',
  'report',
  'restaurant',
] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];

const KIND_BY_FIELD: readonly (readonly [RegExp, ObjectKind])[] = [
  [/^chat(Key|Id)$/, 'chat'],
  [/^messageKey$/, 'message'],
  [/^(users|contacts|participantKeys|userKeys|attendees|uid|authorKey|ownerKey|creatorKey)$/, 'person'],
  [/^(restaurant|restaurantId|restaurantRef|restaurantKey|routingName|favorites)$/, 'restaurant'],
  [/^orderKey$/, 'order'],
  [/^(payInId|Id)$/, 'payIn'],
  [/^(cardId|debitedCardId|defaultCardId)$/, 'card'],
  [/^(mealKey|mealRef)$/, 'meal'],
  [/^(meetUp|invitationKey)$/, 'invitation'],
  [/discountId$/i, 'discount'],
  [/email/i, 'email'],
  [/^connectionCode$/, 'connectionCode'],
];

// Fields whose name alone doesn't tell which kind of object they refer to.
const PLAIN_KEY_FIELDS = new Set(['key', 'keys', 'id', 'before', 'after', 'contentId']);

const KIND_BY_PATH: readonly (readonly [RegExp, ObjectKind])[] = [
  [/\/partner\/meals/, 'meal'],
  [/\/discounts/, 'discount'],
  [/\/payIn/i, 'payIn'],
  [/\/orders/, 'order'],
  [/\/cards/, 'card'],
  [/\/messages/, 'message'],
  [/\/chat/, 'chat'],
  [/\/invitations/, 'invitation'],
  [/\/notifications/, 'notification'],
  [/\/(devices|sessions)/, 'device'],
  [/\/passkeys/, 'passkey'],
  [/\/groups/i, 'group'],
  [/\/reports?/, 'report'],
  [/\/restaurants/, 'restaurant'],
  [/\/(contacts|search|users)/, 'person'],
];

const firstMatch = (table: typeof KIND_BY_PATH, text: string): ObjectKind | null =>
  table.find(([pattern]) => pattern.test(text))?.[1] ?? null;

const KIND_BY_FIELD_OF_PATH: readonly (readonly [path: RegExp, fieldName: string, ObjectKind])[] = [
  [/\/shared/, 'token', 'linkToken'],
  [/\/connect/, 'code', 'connectionCode'],
];

/**
 * Returns the kind of the object that a field of a route's request or response refers to; null for all other fields.
 */
export const kindOfField = (routePath: string, fieldName: string): ObjectKind | null =>
  KIND_BY_FIELD_OF_PATH.find(([path, name]) => name === fieldName && path.test(routePath))?.[2] ??
  firstMatch(KIND_BY_FIELD, fieldName) ??
  (PLAIN_KEY_FIELDS.has(fieldName) ? firstMatch(KIND_BY_PATH, routePath) : null);
