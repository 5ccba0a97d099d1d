import { aPasskeyAssertion, aPasskeyAttestation } from '@mahlzeit/contract/fixtures';
import { TEST_PASSWORD } from '../../modules/identity/testing/people';
import { ANNA_EMAIL, outcomesOf, outcomesForEverybody, outcomesForLoggedIn, outcomesForSession } from './access-row';
import type { AnnaTestData, AccessRows } from './access-row';

const pixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
// Builds a cookie that looks like Anna's session cookie, but has a wrong secret.
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
  getSignInWays: {
    cells: outcomesForLoggedIn(),
    withAnnasData: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'],
  },
  unlinkProvider: {
    cells: outcomesForLoggedIn(),
    ask: () => ({ params: { provider: 'google' } }),
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
  changePassword: {
    cells: outcomesForLoggedIn(),
    ask: () => ({ body: { password: TEST_PASSWORD, newPassword: TEST_PASSWORD } }),
    withAnnasData: null,
  },
  getDevices: {
    cells: outcomesForLoggedIn(),
    withAnnasData: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'],
  },
  endDevice: {
    cells: outcomesForLoggedIn(),
    ask: () => ({ params: { key: 'unknown' } }),
    // The route treats the key of another user's device like an unknown key.
    withAnnasData: (anna) => [{ params: { key: anna.account.uid } }, 'ok'],
  },
  endOtherDevices: {
    cells: outcomesForLoggedIn(),
    withAnnasData: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'],
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
  getPasskeys: {
    cells: outcomesForLoggedIn(),
    withAnnasData: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'],
  },
  beginPasskey: { cells: outcomesForLoggedIn(), withAnnasData: null },
  addPasskey: {
    cells: outcomesForLoggedIn('passkeyInvalid'),
    ask: () => ({ body: { name: 'Handy', credential: aPasskeyAttestation() } }),
    withAnnasData: null,
  },
  renamePasskey: {
    cells: outcomesForLoggedIn('notFound'),
    ask: () => ({ params: { key: 'unknown' }, body: { name: 'Handy' } }),
    withAnnasData: ({ passkey }) => [{ params: { key: passkey }, body: { name: 'Handy' } }, 'notFound'],
  },
  removePasskey: {
    cells: outcomesForLoggedIn('notFound'),
    ask: () => ({ params: { key: 'unknown' } }),
    withAnnasData: ({ passkey }) => [{ params: { key: passkey } }, 'notFound'],
  },
  beginPasskeySignIn: { cells: outcomesForEverybody(), withAnnasData: null },
  signInWithPasskey: {
    cells: outcomesForEverybody('passkeyUnknown'),
    ask: () => ({ body: aPasskeyAssertion() }),
    withAnnasData: ({ credential }) => [{ body: aPasskeyAssertion(credential) }, 'passkeyInvalid'],
  },
  beginPasskeyProof: { cells: outcomesForLoggedIn(), withAnnasData: null },
  proveByPasskey: {
    cells: outcomesForLoggedIn('passkeyUnknown'),
    ask: () => ({ body: aPasskeyAssertion() }),
    withAnnasData: ({ credential }) => [{ body: aPasskeyAssertion(credential) }, 'passkeyUnknown'],
  },
  changeEmailByPasskey: {
    cells: outcomesForLoggedIn('passkeyUnknown'),
    ask: (email) => ({ body: { email: `new-${email}`, credential: aPasskeyAssertion() } }),
    withAnnasData: ({ credential }) => [
      {
        body: {
          email: 'new@mahlzeit.test',
          credential: aPasskeyAssertion(credential),
        },
      },
      'passkeyUnknown',
    ],
  },
  getSecondStep: {
    cells: outcomesForLoggedIn(),
    withAnnasData: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'],
  },
  beginSecondStep: { cells: outcomesForLoggedIn(), withAnnasData: null },
  confirmSecondStep: {
    cells: outcomesForLoggedIn('notFound'),
    ask: () => ({ body: { code: '000000' } }),
    withAnnasData: null,
  },
  endSecondStep: {
    cells: outcomesForLoggedIn('notFound'),
    ask: () => ({ body: { password: TEST_PASSWORD, code: '000000' } }),
    withAnnasData: null,
  },
  completeSecondStep: {
    cells: outcomesForEverybody('secondStepTicketInvalid'),
    ask: () => ({ body: { ticket: 'guessed', code: '000000' } }),
    withAnnasData: (anna) => [{ body: { ticket: anna.account.uid, code: '000000' } }, 'secondStepTicketInvalid'],
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
  declinePolicy: {
    cells: outcomesForLoggedIn('notAllowed'),
    withAnnasData: (anna) => [{ body: { uid: anna.account.uid } }, 'notAllowed'],
  },
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
