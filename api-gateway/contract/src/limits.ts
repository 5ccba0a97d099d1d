import type { Cents } from './values';

/** Most characters of a name, as people count them. */
export const NAME_MAX_LENGTH = 60;

/** Most people of a meetup or a chat, the user included (DESIGN §13.2). */
export const MAX_ATTENDEES = 10;

/** Most others that somebody chooses for a meetup, a chat or a group: the user counts as one (S2§5). */
export const MAX_OTHERS = MAX_ATTENDEES - 1;

/** Most characters of a chat message, as people count them. */
export const CHAT_MESSAGE_MAX_LENGTH = 100;

/** Fewest characters of a search for people to add (S2§9). */
export const CONTACT_SEARCH_MIN_LENGTH = 2;

/** Fewest characters of a search for people to block. */
export const BLOCK_SEARCH_MIN_LENGTH = 3;

/** Fewest characters of a connection code (S2§5: longer than three). */
export const CONNECTION_CODE_MIN_LENGTH = 4;

/** Fewest members of a group. */
export const GROUP_MIN_MEMBERS = 2;

/** Most contacts of one person, and most people whom one person blocks: each page that opens gets all of them. */
export const MAX_CONTACTS = 2_000;

/** Most groups of one person. */
export const MAX_GROUPS = 200;

/** How many people are suggested where contacts are added. */
export const SUGGESTED_CONTACTS = 4;

/** Most addresses of one import. */
export const IMPORT_MAX_EMAILS = 200;

/** Invitations of one page (S2§9). */
export const INVITATION_PAGE_SIZE = 5;

/** Most that one order may cost (S2§9): 9,999,999.99 €. */
export const MAX_ORDER_TOTAL: Cents = 999_999_999;

/** Most pieces of one line; nobody eats more, and no sum leaves the whole numbers. */
export const MAX_ITEM_AMOUNT = 99;
