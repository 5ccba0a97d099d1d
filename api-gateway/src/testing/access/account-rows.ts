import { PASSWORD } from '../../modules/identity/testing/people';
import { ANNA, cells, everybody, loggedIn, withSession } from './access-row';
import type { Anna, Rows } from './access-row';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
// Builds a cookie with the form of Anna's session cookie, but with a wrong secret.
const guessed = ({ browser }: Anna): string => (browser.cookie ?? '').replace(/[^.]{12}$/, 'AAAAAAAAAAAA');
const registration = (email: string) => ({ body: { email, password: PASSWORD, visible: true, policyAccepted: true } });

/** Expected outcomes of the routes of sessions, users and notifications. */
export const accountRows: Rows = {
  anonymousSession: { cells: everybody(), withAnnasData: null },
  register: {
    cells: cells('ok', 'tokenExpired', ['ok', 'notAllowed', 'notAllowed', 'accountDeleted']),
    ask: (email) => registration(`new-${email}`),
    withAnnasData: () => [registration(ANNA), 'notAllowed'],
  },
  login: {
    cells: everybody('ErrorNoAccount'),
    ask: (email) => ({ body: { email: `nobody-${email}`, password: PASSWORD } }),
    withAnnasData: () => [{ body: { email: ANNA, password: 'geraten' } }, 'ErrorPasswordIncorrect'],
  },
  refresh: { cells: everybody('unauthenticated'), withAnnasData: null },
  logout: { cells: everybody(), withAnnasData: (anna) => [{ cookie: guessed(anna) }, 'ok'] },
  getProviders: { cells: everybody(), withAnnasData: null },
  completeThirdParty: {
    cells: withSession('signInCodeInvalid'),
    ask: () => ({ params: { provider: 'google' }, body: { code: 'unknown', verifier: 'v'.repeat(43) } }),
    withAnnasData: null,
  },
  requestPasswordReset: {
    cells: everybody('ErrorNoAccount'),
    ask: (email) => ({ body: { email: `nobody-${email}` } }),
    withAnnasData: () => [{ body: { email: ANNA } }, 'ok'],
  },
  confirmPasswordReset: {
    cells: everybody('resetTokenInvalid'),
    ask: () => ({ body: { token: 'guessed', password: PASSWORD } }),
    withAnnasData: (anna) => [{ body: { token: anna.account.uid, password: PASSWORD } }, 'resetTokenInvalid'],
  },
  reauthenticate: { cells: loggedIn(), ask: () => ({ body: { password: PASSWORD } }), withAnnasData: null },
  changeEmail: {
    cells: loggedIn(),
    ask: (email) => ({ body: { email: `new-${email}`, password: PASSWORD } }),
    withAnnasData: () => [{ body: { email: ANNA, password: PASSWORD } }, 'ErrorEmailTaken'],
  },
  getMe: {
    cells: { ...withSession(), deleted: 'ok' },
    withAnnasData: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'],
  },
  patchMe: {
    cells: withSession(),
    ask: () => ({ body: { languageCode: 'de' } }),
    withAnnasData: (anna) => [{ body: { uid: anna.account.uid, displayName: 'Ben' } }, 'invalidRequest'],
  },
  verifyEmail: { cells: loggedIn(), ask: () => ({ body: { code: '000000' } }), withAnnasData: null },
  resendEmailVerification: {
    cells: loggedIn(),
    withAnnasData: (anna) => [{ body: { email: ANNA, uid: anna.account.uid } }, 'ok'],
  },
  deleteMe: { cells: loggedIn(), withAnnasData: (anna) => [{ body: { uid: anna.account.uid } }, 'ok'] },
  restoreUser: {
    cells: { ...loggedIn('notDeleted'), deleted: 'ok' },
    ask: () => ({ body: { visible: true } }),
    withAnnasData: (anna) => [{ body: { visible: false, uid: anna.account.uid } }, 'notDeleted'],
  },
  exportUser: {
    cells: { ...loggedIn(), deleted: 'ok' },
    withAnnasData: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'],
  },
  uploadAvatar: {
    cells: loggedIn(),
    ask: () => ({ body: pixel }),
    withAnnasData: (anna) => [{ query: `uid=${anna.account.uid}`, body: pixel }, 'ok'],
  },
  deleteAvatar: { cells: loggedIn(), withAnnasData: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'] },
  getNotifications: { cells: loggedIn(), withAnnasData: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'] },
  closeNotifications: {
    cells: loggedIn(),
    ask: () => ({ body: { keys: ['unknown'], closed: true } }),
    withAnnasData: ({ notification }) => [{ body: { keys: [notification], closed: true } }, 'ok'],
  },
};
