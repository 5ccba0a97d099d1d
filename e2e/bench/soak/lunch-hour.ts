import { MEMBERS_PER_CHAT } from '../load/lunch-world';
import { SECONDS_PER_REQUEST } from '../load/browsing';
import type { LoadRates } from '../load/load-target';

/** Number of members who have a page open during the whole hour. */
export const PAGE_COUNT = 1_000;

/** Share of the pages that show a chat. */
export const OPEN_CHAT_SHARE = 0.25;

/** Share of the pages that show the menu of a restaurant with an open counter. */
export const OPEN_MENU_SHARE = 0.25;

const SECONDS_PER_HOUR = 3_600;

/** Share of the members who chat during the hour. */
const CHATTING_SHARE = 0.5;

/** Messages of a chatting member in the hour: a few to agree on a place, a few on the way. */
const MESSAGES_PER_CHATTER = 14;

/** Invitations in the hour to each group of colleagues who share a chat. */
const INVITATIONS_PER_CHAT = 1;

/** Share of the members who order in the hour, each once. */
const ORDERING_SHARE = 0.3;

/** Changes of dishes in the hour, in all restaurants together: one at each of ten counters every five minutes. */
const MENU_CHANGES = 10 * 12;

/** Time in ms from an order to its acceptance: somebody at the counter has to look at the screen. */
export const ACCEPT_AFTER_MS = 5_000;

/** Arrivals a second in a lunch hour of these members. */
export const LUNCH_RATES: LoadRates = {
  browsing: PAGE_COUNT / SECONDS_PER_REQUEST,
  messages: (PAGE_COUNT * CHATTING_SHARE * MESSAGES_PER_CHATTER) / SECONDS_PER_HOUR,
  invitations: ((PAGE_COUNT / MEMBERS_PER_CHAT) * INVITATIONS_PER_CHAT) / SECONDS_PER_HOUR,
  orders: (PAGE_COUNT * ORDERING_SHARE) / SECONDS_PER_HOUR,
  menuChanges: MENU_CHANGES / SECONDS_PER_HOUR,
};
