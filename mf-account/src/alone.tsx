import {
  beginPasskeySignIn,
  completeThirdParty,
  confirmPasswordReset,
  getConnectionSender,
  getLegalDocument,
  getProviders,
  login,
  logout,
  register,
  requestPasswordReset,
} from '@mahlzeit/contract';
import { aLegalDocument, anAccount, aSession } from '@mahlzeit/contract/fixtures';
import { answer, defineScenarios, neverRespond, refuse, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import { passwordResetToken } from './features/reset-token';
import { answerAllSignInProviders, ownAccountScenarios } from './screens/own-account.scenarios';

const privacyAnswer = answer(getLegalDocument, aLegalDocument());
const newMemberSession = aSession({ account: anAccount({ verified: false, displayName: 'Jule' }) });

// The content of a sign-in window comes from a gateway, which the scenarios don't have. They therefore show the page
// while it waits for the window, and the page after the browser has blocked the window.
const registrationScenario = {
  screen: 'registration',
  answers: [answerAllSignInProviders, answer(completeThirdParty, aSession()), answer(logout, {})],
};

const passwordResetMailAnswer = answer(requestPasswordReset, {});
// The scenario refuses the request for passkeys, because the browser would otherwise ask the user for a real passkey.
const passkeyOfferRefused = refuse(beginPasskeySignIn, 'ErrorTooManyAttempts', { retryAfterMs: 60_000 });
const loginScenario = {
  screen: 'login',
  answers: [
    answer(login, aSession()),
    answer(register, newMemberSession),
    passwordResetMailAnswer,
    privacyAnswer,
    passkeyOfferRefused,
  ],
};
const newLoginScenario = { ...loginScenario, params: ['new'] };

// Simulates that the user has opened the mailed link for a new password. After the gateway has refused the token, the
// token is missing until the next reload.
passwordResetToken.set('token-der-szenarien');
const passwordResetScenario = { screen: 'login', params: ['reset'] };

/**
 * Example states of each screen of mf-account. The host that runs mf-account without the shell lists them in its menu.
 */
export const scenarios = defineScenarios([
  { ...registrationScenario, name: 'Registrieren oder anmelden' },
  { ...registrationScenario, name: 'Registrieren oder anmelden, weil etwas ein Konto braucht', params: ['prompt'] },
  {
    ...registrationScenario,
    name: 'Registrieren: nur Apple',
    answers: [answer(getProviders, [{ provider: 'apple', enabled: true }])],
  },
  {
    ...registrationScenario,
    name: 'Registrieren oder anmelden, nach einem Link zum Verbinden',
    params: ['prompt', '7KQ4F2MD'],
    answers: [answer(getConnectionSender, { firstName: 'Ben' }), ...registrationScenario.answers],
  },
  { ...registrationScenario, name: 'Registrieren: keine weiteren Wege', answers: [answer(getProviders, [])] },
  { ...registrationScenario, name: 'Registrieren: weitere Wege laden', answers: [neverRespond(getProviders)] },
  {
    ...registrationScenario,
    name: 'Registrieren: weitere Wege nicht erreichbar',
    answers: [failAsUnreachable(getProviders)],
  },
  { ...loginScenario, name: 'Anmelden' },
  {
    ...loginScenario,
    name: 'Anmelden: kein Konto zu dieser Adresse',
    answers: [refuse(login, 'ErrorNoAccount'), privacyAnswer],
  },
  {
    ...loginScenario,
    name: 'Anmelden: falsches Passwort',
    answers: [refuse(login, 'ErrorPasswordIncorrect'), privacyAnswer],
  },
  {
    ...loginScenario,
    name: 'Anmelden: zu viele Versuche',
    answers: [refuse(login, 'ErrorTooManyAttempts', { retryAfterMs: 60_000 }), privacyAnswer],
  },
  {
    ...loginScenario,
    name: 'Anmelden: Konto ohne Passwort',
    answers: [refuse(login, 'ErrorAuthDisabled'), privacyAnswer],
  },
  {
    ...loginScenario,
    name: 'Anmelden: mit zweitem Schritt',
    answers: [refuse(login, 'secondStepRequired', { ticket: 'ticket-der-szenarien' }), privacyAnswer],
  },
  { ...loginScenario, name: 'Anmelden: keine Antwort', answers: [neverRespond(login), privacyAnswer] },
  { ...loginScenario, name: 'Anmelden: nicht erreichbar', answers: [failAsUnreachable(login), privacyAnswer] },
  {
    ...loginScenario,
    name: 'Anmelden: Konto ohne Passwort vergisst keins',
    answers: [refuse(requestPasswordReset, 'thirdPartyAccount'), privacyAnswer],
  },
  { ...loginScenario, name: 'Anmelden: mit dem neuen Passwort', params: ['changed'] },
  { ...passwordResetScenario, name: 'Neues Passwort', answers: [answer(confirmPasswordReset, {})] },
  {
    ...passwordResetScenario,
    name: 'Neues Passwort, wenn man angemeldet ist',
    session: 'verified',
    answers: [answer(confirmPasswordReset, {}), answer(logout, {})],
  },
  {
    ...passwordResetScenario,
    name: 'Neues Passwort: Link gilt nicht mehr',
    answers: [refuse(confirmPasswordReset, 'resetTokenInvalid'), passwordResetMailAnswer],
  },
  {
    ...passwordResetScenario,
    name: 'Neues Passwort: nicht erreichbar',
    answers: [failAsUnreachable(confirmPasswordReset)],
  },
  { ...newLoginScenario, name: 'Konto anlegen' },
  {
    ...newLoginScenario,
    name: 'Konto anlegen: Adresse vergeben',
    answers: [refuse(register, 'ErrorEmailTaken'), privacyAnswer],
  },
  {
    ...newLoginScenario,
    name: 'Konto anlegen: unerwarteter Fehler',
    answers: [refuse(register, 'internal'), privacyAnswer],
  },
  ...ownAccountScenarios,
  { name: 'Einstellungen, anonym', screen: 'settings', session: 'anonymous' },
  { name: 'Einstellungen im Betrieb', screen: 'settings', deployment: { stage: 'prod' } },
  {
    name: 'Impressum',
    screen: 'settings',
    params: ['imprint'],
    answers: [answer(getLegalDocument, aLegalDocument({ kind: 'imprint', title: 'Impressum' }))],
  },
  { name: 'Datenschutz lädt', screen: 'settings', params: ['privacy'], answers: [neverRespond(getLegalDocument)] },
  {
    name: 'Datenschutz nicht erreichbar',
    screen: 'settings',
    params: ['privacy'],
    answers: [failAsUnreachable(getLegalDocument)],
  },
  { name: 'Hilfe per E-Mail', screen: 'support' },
  { name: 'Hilfe mit Chat', screen: 'support', deployment: { messengerUrl: 'https://chat.mahlzeit.test' } },
]);
