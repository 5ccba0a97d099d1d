import type { ErrorCode } from '@mahlzeit/contract';
import type { TestPerson } from '../../modules/identity/testing/people';

/**
 * Kinds of callers in the access tests: without a token, with an expired token, or with the session of a user of this
 * kind.
 */
export const CALLER_KINDS = ['noToken', 'expired', 'anonymous', 'unverified', 'verified', 'deleted'] as const;
export type CallerKind = (typeof CALLER_KINDS)[number];

/** Expected outcome of a call: `ok` for success, otherwise the error code. */
export type AccessOutcome = 'ok' | ErrorCode;
type OutcomeByCaller = Readonly<Record<CallerKind, AccessOutcome>>;

/** Parts of a request in an access test; absent parts are empty. */
export interface RequestParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: object | Uint8Array;
  readonly cookie?: string;
}

/** Test user Anna and the keys of her data, which no other user may see or change. */
export interface AnnaTestData extends TestPerson {
  readonly notification: string;
  /** Key of Anna's passkey, and the credential id under which her authenticator knows it. */
  readonly passkey: string;
  readonly credential: string;
  readonly chat: string;
  readonly message: string;
  /** Key of Anna's group of contacts. */
  readonly group: string;
  readonly invitation: string;
  readonly invitationChat: string;
  /** Key of the chat message that shows Anna's invitation. */
  readonly invitationMessage: string;
  /** Last part of the URL by which Anna's invitation is shared. */
  readonly linkToken: string;
  readonly order: string;
  /** Id of the order's payment at the payment provider. */
  readonly payIn: string;
  readonly creditCard: string;
  /** Id of the registration of a card that waits for the approval of Anna's bank. */
  readonly preAuthorization: string;
}

/**
 * Expected outcomes of a route in the access tests: `cells` for each kind of caller with the request `ask`, and
 * `withAnnasData` for a verified user whose request names Anna's data.
 */
export interface AccessRow {
  readonly cells: OutcomeByCaller;
  readonly ask?: (email: string) => RequestParts;
  /**
   * Request of another user that names Anna's data, with its outcome; null if requests of this route name no user's
   * data.
   */
  readonly withAnnasData: ((anna: AnnaTestData) => readonly [ask: RequestParts, ending: AccessOutcome]) | null;
}

/** Expected outcomes of the access tests, by the name of the route. */
export type AccessRows = Readonly<Record<string, AccessRow>>;

/**
 * Builds the expected outcomes of a route by kind of caller. The last parameter lists the outcomes of the users in the
 * sequence anonymous, unverified, verified, deleted.
 */
export const outcomesOf = (
  noTokenOutcome: AccessOutcome,
  expiredOutcome: AccessOutcome,
  [anonymous, unverified, verified, deleted]: readonly [AccessOutcome, AccessOutcome, AccessOutcome, AccessOutcome],
): OutcomeByCaller => ({ noToken: noTokenOutcome, expired: expiredOutcome, anonymous, unverified, verified, deleted });

/** Builds the expected outcomes of a route that treats all kinds of callers alike. */
export const outcomesForEverybody = (outcome: AccessOutcome = 'ok'): OutcomeByCaller =>
  outcomesOf(outcome, outcome, [outcome, outcome, outcome, outcome]);

/** Builds the expected outcomes of a route that needs a session, which visitors without an account also have. */
export const outcomesForSession = (outcome: AccessOutcome = 'ok'): OutcomeByCaller =>
  outcomesOf('unauthenticated', 'tokenExpired', [outcome, outcome, outcome, 'accountDeleted']);

/** Builds the expected outcomes of a route for registered users. */
export const outcomesForLoggedIn = (outcome: AccessOutcome = 'ok'): OutcomeByCaller =>
  outcomesOf('unauthenticated', 'tokenExpired', ['registrationRequired', outcome, outcome, 'accountDeleted']);

/** Builds the expected outcomes of a route for users with a verified e-mail address. */
export const outcomesForVerified = (outcome: AccessOutcome = 'ok'): OutcomeByCaller =>
  outcomesOf('unauthenticated', 'tokenExpired', [
    'registrationRequired',
    'verificationRequired',
    outcome,
    'accountDeleted',
  ]);

/**
 * E-mail address of the test user Anna. Requests of other callers name it to test that they don't affect her account.
 */
export const ANNA_EMAIL = 'anna@mahlzeit.test';

/** Builds the request body of an invitation to these attendees. */
export const invitationForm = (attendees: readonly string[], restaurant = 'elbkantine') => ({
  date: '2026-06-25T12:30:00+02:00',
  restaurant,
  attendees,
  isTakeAway: false,
});
