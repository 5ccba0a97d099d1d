import type { ErrorCode } from '@mahlzeit/contract';
import type { Person } from '../../modules/identity/testing/people';

/** Kind of caller. */
export const KINDS = ['noToken', 'expired', 'anonymous', 'unverified', 'verified', 'deleted'] as const;
export type Kind = (typeof KINDS)[number];

/** Outcome of a call: a success, or this code. */
export type Ending = 'ok' | ErrorCode;
type Cells = Readonly<Record<Kind, Ending>>;

/** Parts of a request that a row names. */
export interface Ask {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: object | Uint8Array;
  readonly cookie?: string;
}

/** Anna, whose data no other user may see or change. */
export interface Anna extends Person {
  readonly notification: string;
  readonly chat: string;
  readonly message: string;
  /** Key of her group of contacts. */
  readonly group: string;
  readonly invitation: string;
  readonly invitationChat: string;
  /** Message that shows the invitation. */
  readonly card: string;
  /** Last part of the invitation's link. */
  readonly link: string;
  /** Key of her order. */
  readonly order: string;
  /** Payment of the order at the provider. */
  readonly payIn: string;
  readonly creditCard: string;
  /** Card that waits for her bank. */
  readonly preAuthorization: string;
}

/** A route: the outcome for each kind of caller, the request, and the outcome for a caller who names Anna's data. */
export interface Row {
  readonly cells: Cells;
  readonly ask?: (email: string) => Ask;
  /** null: this request names no data of a user. */
  readonly foreign: ((anna: Anna) => readonly [ask: Ask, ending: Ending]) | null;
}

/** Rows by the name of their route. */
export type Rows = Readonly<Record<string, Row>>;

/** Outcomes of each kind of caller. */
export const cells = (
  noToken: Ending,
  expired: Ending,
  [anonymous, unverified, verified, deleted]: readonly [Ending, Ending, Ending, Ending],
): Cells => ({ noToken, expired, anonymous, unverified, verified, deleted });

/** The same outcome for all. */
export const everybody = (ending: Ending = 'ok'): Cells => cells(ending, ending, [ending, ending, ending, ending]);

/** Outcomes of a route for visitors and users. */
export const withSession = (ending: Ending = 'ok'): Cells =>
  cells('unauthenticated', 'tokenExpired', [ending, ending, ending, 'accountDeleted']);

/** Outcomes of a route for registered users. */
export const loggedIn = (ending: Ending = 'ok'): Cells =>
  cells('unauthenticated', 'tokenExpired', ['registrationRequired', ending, ending, 'accountDeleted']);

/** Outcomes of a route for users with a verified address. */
export const verified = (ending: Ending = 'ok'): Cells =>
  cells('unauthenticated', 'tokenExpired', ['registrationRequired', 'verificationRequired', ending, 'accountDeleted']);

/** Address of Anna. */
export const ANNA = 'anna@mahlzeit.test';

/** Form of an invitation by these attendees. */
export const invited = (attendees: readonly string[], restaurant = 'elbkantine') => ({
  date: '2026-06-25T12:30:00+02:00',
  restaurant,
  attendees,
  isTakeAway: false,
});
