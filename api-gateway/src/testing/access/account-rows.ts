import { PASSWORD } from '../../modules/identity/testing/people';
import { ANNA_EMAIL, outcomesOf, forEverybody, forLoggedIn, forSession } from './access-row';
import type { Anna, AccessRows } from './access-row';

const pixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
// Builds a cookie with the form of Anna's session cookie, but with a wrong secret.
const guessedCookie = ({ browser }: Anna): string => (browser.cookie ?? '').replace(/[^.]{12}$/, 'AAAAAAAAAAAA');
const registration = (email: string) => ({ body: { email, password: PASSWORD, visible: true, policyAccepted: true } });

/** Expected outcomes of the routes of sessions, users and notifications. */
export const accountRows: AccessRows = {
  anonymousSession: { cells: forEverybody(), withAnnasData: null },
  register: {
    cells: outcomesOf('ok', 'tokenExpired', ['ok', 'notAllowed', 'notAllowed', 'accountDeleted']),
    ask: (email) => registration(`new-${email}`),
    withAnnasData: () => [registration(ANNA_EMAIL), 'notAllowed'],
  },
  login: {
    cells: forEverybody('ErrorNoAccount'),
    ask: (email) => ({ body: { email: `nobody-${email}`, password: PASSWORD } }),
    withAnnasData: () => [{ body: { email: ANNA_EMAIL, password: 'geraten' } }, 'ErrorPasswordIncorrect'],
  },
  refresh: { cells: forEverybody('unauthenticated'), withAnnasData: null },
  logout: { cells: forEverybody(), withAnnasData: (anna) => [{ cookie: guessedCookie(anna) }, 'ok'] },
  getProviders: { cells: forEverybody(), withAnnasData: null },
  completeThirdParty: {
    cells: forSession('signInCodeInvalid'),
    ask: () => ({ params: { provider: 'google' }, body: { code: 'unknown', verifier: 'v'.repeat(43) } }),
    withAnnasData: null,
  },
  requestPasswordReset: {
    cells: forEverybody('ErrorNoAccount'),
    ask: (email) => ({ body: { email: `nobody-${email}` } }),
    withAnnasData: () => [{ body: { email: ANNA_EMAIL } }, 'ok'],
  },
  confirmPasswordReset: {
    cells: forEverybody('resetTokenInvalid'),
    ask: () => ({ body: { token: 'guessed', password: PASSWORD } }),
    withAnnasData: (anna) => [{ body: { token: anna.account.uid, password: PASSWORD } }, 'resetTokenInvalid'],
  },
  reauthenticate: { cells: forLoggedIn(), ask: () => ({ body: { password: PASSWORD } }), withAnnasData: null },
  changeEmail: {
    cells: forLoggedIn(),
    ask: (email) => ({ body: { email: `new-${email}`, password: PASSWORD } }),
    withAnnasData: () => [{ body: { email: ANNA_EMAIL, password: PASSWORD } }, 'ErrorEmailTaken'],
  },
  getMe: {
    cells: { ...forSession(), deleted: 'ok' },
    withAnnasData: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'],
  },
  patchMe: {
    cells: forSession(),
    ask: () => ({ body: { languageCode: 'de' } }),
    withAnnasData: (anna) => [{ body: { uid: anna.account.uid, displayName: 'Ben' } }, 'invalidRequest'],
  },
  verifyEmail: { cells: forLoggedIn(), ask: () => ({ body: { code: '000000' } }), withAnnasData: null },
  resendEmailVerification: {
    cells: forLoggedIn(),
    withAnnasData: (anna) => [{ body: { email: ANNA_EMAIL, uid: anna.account.uid } }, 'ok'],
  },
  deleteMe: { cells: forLoggedIn(), withAnnasData: (anna) => [{ body: { uid: anna.account.uid } }, 'ok'] },
  restoreUser: {
    cells: { ...forLoggedIn('notDeleted'), deleted: 'ok' },
    ask: () => ({ body: { visible: true } }),
    withAnnasData: (anna) => [{ body: { visible: false, uid: anna.account.uid } }, 'notDeleted'],
  },
  exportUser: {
    cells: { ...forLoggedIn(), deleted: 'ok' },
    withAnnasData: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'],
  },
  uploadAvatar: {
    cells: forLoggedIn(),
    ask: () => ({ body: pixelPng }),
    withAnnasData: (anna) => [{ query: `uid=${anna.account.uid}`, body: pixelPng }, 'ok'],
  },
  deleteAvatar: { cells: forLoggedIn(), withAnnasData: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'] },
  getNotifications: { cells: forLoggedIn(), withAnnasData: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'] },
  closeNotifications: {
    cells: forLoggedIn(),
    ask: () => ({ body: { keys: ['unknown'], closed: true } }),
    withAnnasData: ({ notification }) => [{ body: { keys: [notification], closed: true } }, 'ok'],
  },
};
