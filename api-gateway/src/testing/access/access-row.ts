import type { ErrorCode } from '@mahlzeit/contract';
import type { Person } from '../../modules/identity/testing/people';

/** Kinds of callers: without a token, with an expired token, or a user of this kind. */
export const KINDS = ['noToken', 'expired', 'anonymous', 'unverified', 'verified', 'deleted'] as const;
export type Kind = (typeof KINDS)[number];

/** Outcome of a call: `ok` for a success, otherwise the error code. */
export type Outcome = 'ok' | ErrorCode;
type Cells = Readonly<Record<Kind, Outcome>>;

/** Parts of a request that a row defines; absent parts are empty. */
export interface Ask {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: object | Uint8Array;
  readonly cookie?: string;
}

/** Anna and the keys of her data, which no other user may see or change. */
export interface Anna extends Person {
  readonly notification: string;
  readonly chat: string;
  readonly message: string;
  /** Key of Anna's group of contacts. */
  readonly group: string;
  readonly invitation: string;
  readonly invitationChat: string;
  /** Key of the chat message that shows Anna's invitation. */
  readonly card: string;
  /** Last part of the URL of the invitation's link. */
  readonly link: string;
  readonly order: string;
  /** Id of the order's payment at the payment provider. */
  readonly payIn: string;
  readonly creditCard: string;
  /** Id of the registration of a card that waits for Anna's bank. */
  readonly preAuthorization: string;
}

/**
 * Expected outcomes of a route: `cells` for each kind of caller with the request `ask`, and `foreign` for a caller
 * whose request names Anna's data.
 */
export interface Row {
  readonly cells: Cells;
  readonly ask?: (email: string) => Ask;
  /** null when requests of this route name no data of a user. */
  readonly withAnnasData: ((anna: Anna) => readonly [ask: Ask, ending: Outcome]) | null;
}

/** Rows by the name of their route. */
export type Rows = Readonly<Record<string, Row>>;

/** Builds the outcomes for each kind of caller. */
export const cells = (
  noToken: Outcome,
  expired: Outcome,
  [anonymous, unverified, verified, deleted]: readonly [Outcome, Outcome, Outcome, Outcome],
): Cells => ({ noToken, expired, anonymous, unverified, verified, deleted });

/** Builds the same outcome for all kinds of callers. */
export const everybody = (ending: Outcome = 'ok'): Cells => cells(ending, ending, [ending, ending, ending, ending]);

/** Builds the outcomes of a route that needs a session, which visitors also have. */
export const withSession = (ending: Outcome = 'ok'): Cells =>
  cells('unauthenticated', 'tokenExpired', [ending, ending, ending, 'accountDeleted']);

/** Builds the outcomes of a route for registered users. */
export const loggedIn = (ending: Outcome = 'ok'): Cells =>
  cells('unauthenticated', 'tokenExpired', ['registrationRequired', ending, ending, 'accountDeleted']);

/** Builds the outcomes of a route for users with a verified e-mail address. */
export const verified = (ending: Outcome = 'ok'): Cells =>
  cells('unauthenticated', 'tokenExpired', ['registrationRequired', 'verificationRequired', ending, 'accountDeleted']);

/** E-mail address of Anna. */
export const ANNA = 'anna@mahlzeit.test';

/** Builds the form of an invitation to these attendees. */
export const invited = (attendees: readonly string[], restaurant = 'elbkantine') => ({
  date: '2026-06-25T12:30:00+02:00',
  restaurant,
  attendees,
  isTakeAway: false,
});
