import type { Cents } from './values';

/** Maximum number of characters of a name, as people see them: the emoji of a family counts as one character. */
export const NAME_MAX_LENGTH = 60;

/** Maximum number of people in a meetup or a chat, including the user (Decision 2). */
export const MAX_ATTENDEES = 10;

/** Maximum number of other people in a meetup, a chat or a group, without the user (S2§5). */
export const MAX_OTHER_PEOPLE = MAX_ATTENDEES - 1;

/**
 * Maximum number of characters of a chat message, as people see them: the emoji of a family counts as one character.
 */
export const CHAT_MESSAGE_MAX_LENGTH = 100;

/** Maximum number of characters of a text to search for, as people see them. */
export const SEARCH_TEXT_MAX_LENGTH = 200;

/** Minimum characters of a search for people to add (S2§9). */
export const CONTACT_SEARCH_MIN_LENGTH = 2;

/** Minimum characters of a search for people to block. */
export const BLOCK_SEARCH_MIN_LENGTH = 3;

/** Minimum characters of a connection code (S2§5: longer than three). */
export const CONNECTION_CODE_MIN_LENGTH = 4;

/** Minimum number of members of a contact group. */
export const GROUP_MIN_MEMBERS = 2;

/**
 * Maximum number of contacts of one user, and of blocks of one user. The number is limited because each page loads all
 * of them.
 */
export const MAX_CONTACTS = 2_000;

/** Maximum number of contact groups of one user. */
export const MAX_GROUPS = 200;

/** Number of people suggested on the screen that adds contacts. */
export const SUGGESTED_CONTACT_COUNT = 4;

/** Maximum number of e-mail addresses in one import of contacts. */
export const IMPORT_MAX_EMAILS = 200;

/**
 * Minimum number of distinct e-mail addresses in one import of contacts, so that the number of added contacts doesn't
 * tell who has an account.
 */
export const IMPORT_MIN_EMAILS = 5;

/** Maximum number of places for which one request can ask whether they suit a meetup. The limit keeps the URL short. */
export const MAX_NAMED_PLACES = 100;

/** Number of invitations on one page (S2§9). */
export const INVITATION_PAGE_SIZE = 5;

/** Maximum total of one order (S2§9): 9,999,999.99 €. */
export const MAX_ORDER_TOTAL: Cents = 999_999_999;

/** Maximum number of pieces in one line of an order. The limit also keeps sums within JavaScript's safe integers. */
export const MAX_ITEM_AMOUNT = 99;
