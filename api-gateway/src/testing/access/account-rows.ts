import { TEST_PASSWORD } from '../../modules/identity/testing/people';
import { ANNA_EMAIL, outcomesOf, outcomesForEverybody, outcomesForLoggedIn, outcomesForSession } from './access-row';
import type { AnnaTestData, AccessRows } from './access-row';

const pixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
// Builds a cookie with the form of Anna's session cookie, but with a wrong secret.
const cookieWithWrongSecret = ({ browser }: AnnaTestData): string =>
  (browser.cookie ?? '').replace(/[^.]{12}$/, 'AAAAAAAAAAAA');
const registrationRequest = (email: string) => ({
  body: { email, password: TEST_PASSWORD, visible: true, policyAccepted: true },
});

/** Expected outcomes of the routes of sessions, users and notifications. */
export const accountRows: AccessRows = {
  anonymousSession: { cells: outcomesForEverybody(), withAnnasData: null },
  register: {
    cells: outcomesOf('ok', 'tokenExpired', ['ok', 'notAllowed', 'notAllowed', 'accountDeleted']),
    ask: (email) => registrationRequest(`new-${email}`),
    withAnnasData: () => [registrationRequest(ANNA_EMAIL), 'notAllowed'],
  },
  login: {
    cells: outcomesForEverybody('ErrorNoAccount'),
    ask: (email) => ({ body: { email: `nobody-${email}`, password: TEST_PASSWORD } }),
    withAnnasData: () => [{ body: { email: ANNA_EMAIL, password: 'geraten' } }, 'ErrorPasswordIncorrect'],
  },
  refresh: { cells: outcomesForEverybody('unauthenticated'), withAnnasData: null },
  logout: { cells: outcomesForEverybody(), withAnnasData: (anna) => [{ cookie: cookieWithWrongSecret(anna) }, 'ok'] },
  getProviders: { cells: outcomesForEverybody(), withAnnasData: null },
  completeThirdParty: {
    cells: outcomesForSession('signInCodeInvalid'),
    ask: () => ({ params: { provider: 'google' }, body: { code: 'unknown', verifier: 'v'.repeat(43) } }),
    withAnnasData: null,
  },
  requestPasswordReset: {
    cells: outcomesForEverybody('ErrorNoAccount'),
    ask: (email) => ({ body: { email: `nobody-${email}` } }),
    withAnnasData: () => [{ body: { email: ANNA_EMAIL } }, 'ok'],
  },
  confirmPasswordReset: {
    cells: outcomesForEverybody('resetTokenInvalid'),
    ask: () => ({ body: { token: 'guessed', password: TEST_PASSWORD } }),
    withAnnasData: (anna) => [{ body: { token: anna.account.uid, password: TEST_PASSWORD } }, 'resetTokenInvalid'],
  },
  reauthenticate: {
    cells: outcomesForLoggedIn(),
    ask: () => ({ body: { password: TEST_PASSWORD } }),
    withAnnasData: null,
  },
  changeEmail: {
    cells: outcomesForLoggedIn(),
    ask: (email) => ({ body: { email: `new-${email}`, password: TEST_PASSWORD } }),
    withAnnasData: () => [{ body: { email: ANNA_EMAIL, password: TEST_PASSWORD } }, 'ErrorEmailTaken'],
  },
  pollLive: {
    cells: { ...outcomesForSession(), deleted: 'ok' },
    ask: () => ({ body: { topics: [{ topic: 'global' }] } }),
    withAnnasData: () => [{ body: { topics: [{ topic: 'me' }] } }, 'ok'],
  },
  streamLive: {
    cells: { ...outcomesForSession(), deleted: 'ok' },
    ask: () => ({ body: { topics: [{ topic: 'global' }] } }),
    withAnnasData: () => [{ body: { topics: [{ topic: 'me' }] } }, 'ok'],
  },
  cancelEmailChange: { cells: outcomesForLoggedIn(), withAnnasData: null },
  getMe: {
    cells: { ...outcomesForSession(), deleted: 'ok' },
    withAnnasData: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'],
  },
  patchMe: {
    cells: outcomesForSession(),
    ask: () => ({ body: { languageCode: 'de' } }),
    withAnnasData: (anna) => [{ body: { uid: anna.account.uid, displayName: 'Ben' } }, 'invalidRequest'],
  },
  verifyEmail: { cells: outcomesForLoggedIn(), ask: () => ({ body: { code: '000000' } }), withAnnasData: null },
  resendEmailVerification: {
    cells: outcomesForLoggedIn(),
    withAnnasData: (anna) => [{ body: { email: ANNA_EMAIL, uid: anna.account.uid } }, 'ok'],
  },
  deleteMe: { cells: outcomesForLoggedIn(), withAnnasData: (anna) => [{ body: { uid: anna.account.uid } }, 'ok'] },
  restoreUser: {
    cells: { ...outcomesForLoggedIn('notDeleted'), deleted: 'ok' },
    ask: () => ({ body: { visible: true } }),
    withAnnasData: (anna) => [{ body: { visible: false, uid: anna.account.uid } }, 'notDeleted'],
  },
  exportUser: {
    cells: { ...outcomesForLoggedIn(), deleted: 'ok' },
    withAnnasData: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'],
  },
  uploadAvatar: {
    cells: outcomesForLoggedIn(),
    ask: () => ({ body: pixelPng }),
    withAnnasData: (anna) => [{ query: `uid=${anna.account.uid}`, body: pixelPng }, 'ok'],
  },
  deleteAvatar: { cells: outcomesForLoggedIn(), withAnnasData: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'] },
  getNotifications: {
    cells: outcomesForLoggedIn(),
    withAnnasData: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'],
  },
  closeNotifications: {
    cells: outcomesForLoggedIn(),
    ask: () => ({ body: { keys: ['unknown'], closed: true } }),
    withAnnasData: ({ notification }) => [{ body: { keys: [notification], closed: true } }, 'ok'],
  },
};
