import {
  changeEmail,
  completeThirdParty,
  confirmPasswordReset,
  deleteAvatar,
  deleteMe,
  exportUser,
  getLegalDocument,
  getProviders,
  login,
  logout,
  meTopic,
  patchMe,
  reauthenticate,
  register,
  requestPasswordReset,
  resendEmailVerification,
  uploadAvatar,
  verifyEmail,
} from '@mahlzeit/contract';
import { aLegalDocument, anAccount, aSession, aUser, fixtureNow } from '@mahlzeit/contract/fixtures';
import { answer, defineScenarios, neverRespond, refuse, unreachable } from '@mahlzeit/shared-ui/testing';
import { resetToken } from './commands/reset-password';

const user = aUser();
const newUser = aUser({ uid: 'uid-unverified-01', verificationCode: false });
const longName = 'Friederike-Wilhelmine von Hohenstein-Donaudampfschifffahrt';

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#7fb3c8"/><circle cx="32" cy="26" r="12" fill="#ffe7a8"/><path d="M8 64a24 20 0 0 1 48 0Z" fill="#3f6b4a"/></svg>';
const photoURL = `data:image/svg+xml,${encodeURIComponent(drawing)}`;

const settings = {
  screen: 'settings',
  session: 'verified',
  answers: [
    answer(patchMe, user),
    answer(requestPasswordReset, {}),
    answer(exportUser, { exportedAt: fixtureNow, user }),
  ],
} as const;
const profile = {
  screen: 'profile',
  session: 'unverified',
  answers: [answer(verifyEmail, { success: true }), answer(resendEmailVerification, {})],
} as const;
const email = {
  screen: 'changeemail',
  session: 'verified',
  answers: [answer(changeEmail, anAccount({ email: 'neu@mahlzeit.test', verified: false }))],
} as const;
const name = {
  screen: 'editname',
  session: 'verified',
  answers: [answer(patchMe, aUser({ displayName: 'Jule' }))],
} as const;
const picture = {
  screen: 'editpicture',
  session: 'verified',
  answers: [answer(uploadAvatar, { photoURL }), answer(deleteAvatar, {})],
} as const;
const deletion = {
  screen: 'deleteaccount',
  session: 'verified',
  answers: [answer(reauthenticate, aSession()), answer(deleteMe, {}), answer(logout, {})],
} as const;

/** Scenarios of the screens for the user's own account, one for each state. */
const ownAccountScenarios = defineScenarios([
  { ...settings, name: 'Einstellungen, bestätigt' },
  {
    ...settings,
    name: 'Einstellungen, unbestätigt',
    session: 'unverified',
    account: { visible: false },
    answers: [answer(patchMe, newUser), ...settings.answers],
  },
  { ...settings, name: 'Einstellungen, langer Name und Bild', account: { displayName: longName, photoURL } },
  { ...settings, name: 'Einstellungen, Anmeldung über Google', account: { thirdParty: 'google' } },
  {
    ...settings,
    name: 'Einstellungen mit Einwilligung',
    consent: { purposes: ['analytics', 'errorReports'], allowedPurposes: null },
  },
  {
    ...settings,
    name: 'Einstellungen, nur Fehlerberichte erlaubt',
    consent: { purposes: ['analytics', 'errorReports'], allowedPurposes: ['errorReports'] },
  },
  {
    ...settings,
    name: 'Einwilligung: noch nicht entschieden',
    params: ['consent'],
    consent: { purposes: ['analytics', 'errorReports'], allowedPurposes: null },
  },
  {
    ...settings,
    name: 'Einwilligung: Auswertung erlaubt',
    params: ['consent'],
    consent: { purposes: ['analytics', 'errorReports'], allowedPurposes: ['analytics'] },
  },
  {
    ...settings,
    name: 'Einstellungen, E-Mails zu Treffen beendet',
    topics: { [meTopic]: { user: [aUser({ meetupMails: false })] } },
  },
  {
    ...settings,
    name: 'Einstellungen: nicht erreichbar',
    answers: [unreachable(patchMe), unreachable(requestPasswordReset), unreachable(exportUser)],
  },
  { ...profile, name: 'Code bestätigen' },
  {
    ...profile,
    name: 'Code bestätigen: falscher Code',
    answers: [answer(verifyEmail, { success: false }), answer(resendEmailVerification, {})],
  },
  {
    ...profile,
    name: 'Code bestätigen: zu viele Versuche',
    answers: [
      refuse(verifyEmail, 'ErrorTooManyAttempts', { retryAfterMs: 120_000 }),
      refuse(resendEmailVerification, 'ErrorTooManyAttempts', { retryAfterMs: 30_000 }),
    ],
  },
  {
    ...profile,
    name: 'Code bestätigen: keine Antwort',
    answers: [neverRespond(verifyEmail), neverRespond(resendEmailVerification)],
  },
  {
    ...profile,
    name: 'Code bestätigen: nicht erreichbar',
    answers: [unreachable(verifyEmail), unreachable(resendEmailVerification)],
  },
  {
    ...profile,
    name: 'Code bestätigen: ohne Adresse',
    account: { email: null, thirdParty: 'facebook' },
    answers: [answer(logout, {})],
  },
  { ...profile, name: 'Profil, bestätigt', session: 'verified' },
  { ...email, name: 'E-Mail ändern' },
  { ...email, name: 'E-Mail ändern: Adresse vergeben', answers: [refuse(changeEmail, 'ErrorEmailTaken')] },
  { ...email, name: 'E-Mail ändern: falsches Passwort', answers: [refuse(changeEmail, 'ErrorPasswordIncorrect')] },
  { ...email, name: 'E-Mail ändern: unerwarteter Fehler', answers: [refuse(changeEmail, 'internal')] },
  { ...email, name: 'E-Mail ändern: keine Antwort', answers: [neverRespond(changeEmail)] },
  { ...name, name: 'Namen ändern' },
  { ...name, name: 'Namen ändern: langer Name', account: { displayName: longName } },
  { ...name, name: 'Namen ändern: unerwarteter Fehler', answers: [refuse(patchMe, 'internal')] },
  { ...name, name: 'Namen ändern: keine Antwort', answers: [neverRespond(patchMe)] },
  { ...picture, name: 'Profilbild, noch keins' },
  { ...picture, name: 'Profilbild, schon eins', account: { photoURL } },
  { ...picture, name: 'Profilbild: kein Bild', answers: [refuse(uploadAvatar, 'unsupportedMediaType')] },
  { ...picture, name: 'Profilbild: wird hochgeladen', answers: [neverRespond(uploadAvatar)] },
  {
    ...picture,
    name: 'Profilbild: nicht erreichbar',
    account: { photoURL },
    answers: [unreachable(uploadAvatar), unreachable(deleteAvatar)],
  },
  { ...deletion, name: 'Konto löschen' },
  {
    ...deletion,
    name: 'Konto löschen: falsches Passwort',
    answers: [refuse(reauthenticate, 'ErrorPasswordIncorrect')],
  },
  {
    ...deletion,
    name: 'Konto löschen: scheitert',
    answers: [answer(reauthenticate, aSession()), refuse(deleteMe, 'internal')],
  },
  { ...deletion, name: 'Konto löschen, Anmeldung über Apple', account: { thirdParty: 'apple' } },
  { ...deletion, name: 'Konto löschen: keine Antwort', answers: [neverRespond(reauthenticate)] },
]);

const privacy = answer(getLegalDocument, aLegalDocument());
const newcomer = aSession({ account: anAccount({ verified: false, displayName: 'Jule' }) });

const allProviders = answer(getProviders, [
  { provider: 'google', enabled: true },
  { provider: 'facebook', enabled: true },
  { provider: 'apple', enabled: true },
]);
// The content of a sign-in window comes from a gateway. Without one, the scenarios show a window that the page waits
// for, and a window that the browser blocked.
const registrationScenario = {
  screen: 'registration',
  answers: [allProviders, answer(completeThirdParty, aSession()), answer(logout, {})],
};

const resetMailed = answer(requestPasswordReset, {});
const signIn = {
  screen: 'login',
  answers: [answer(login, aSession()), answer(register, newcomer), resetMailed, privacy],
};
const registration = { ...signIn, params: ['new'] };

// Simulates a visit of the mailed link. After the gateway has refused the token, the token is missing until the next
// reload.
resetToken.set('token-der-szenarien');
const reset = { screen: 'login', params: ['reset'] };

/** Scenarios of each screen of mf-account, one for each state. */
export const scenarios = defineScenarios([
  { ...registrationScenario, name: 'Registrieren oder anmelden' },
  { ...registrationScenario, name: 'Registrieren oder anmelden, weil etwas ein Konto braucht', params: ['prompt'] },
  {
    ...registrationScenario,
    name: 'Registrieren: nur Apple',
    answers: [answer(getProviders, [{ provider: 'apple', enabled: true }])],
  },
  { ...registrationScenario, name: 'Registrieren: keine weiteren Wege', answers: [answer(getProviders, [])] },
  { ...registrationScenario, name: 'Registrieren: weitere Wege laden', answers: [neverRespond(getProviders)] },
  {
    ...registrationScenario,
    name: 'Registrieren: weitere Wege nicht erreichbar',
    answers: [unreachable(getProviders)],
  },
  { ...signIn, name: 'Anmelden' },
  { ...signIn, name: 'Anmelden: kein Konto zu dieser Adresse', answers: [refuse(login, 'ErrorNoAccount'), privacy] },
  { ...signIn, name: 'Anmelden: falsches Passwort', answers: [refuse(login, 'ErrorPasswordIncorrect'), privacy] },
  {
    ...signIn,
    name: 'Anmelden: zu viele Versuche',
    answers: [refuse(login, 'ErrorTooManyAttempts', { retryAfterMs: 60_000 }), privacy],
  },
  { ...signIn, name: 'Anmelden: Konto ohne Passwort', answers: [refuse(login, 'ErrorAuthDisabled'), privacy] },
  { ...signIn, name: 'Anmelden: keine Antwort', answers: [neverRespond(login), privacy] },
  { ...signIn, name: 'Anmelden: nicht erreichbar', answers: [unreachable(login), privacy] },
  {
    ...signIn,
    name: 'Anmelden: Konto ohne Passwort vergisst keins',
    answers: [refuse(requestPasswordReset, 'thirdPartyAccount'), privacy],
  },
  { ...signIn, name: 'Anmelden: mit dem neuen Passwort', params: ['changed'] },
  { ...reset, name: 'Neues Passwort', answers: [answer(confirmPasswordReset, {})] },
  {
    ...reset,
    name: 'Neues Passwort, wenn man angemeldet ist',
    session: 'verified',
    answers: [answer(confirmPasswordReset, {}), answer(logout, {})],
  },
  {
    ...reset,
    name: 'Neues Passwort: Link gilt nicht mehr',
    answers: [refuse(confirmPasswordReset, 'resetTokenInvalid'), resetMailed],
  },
  { ...reset, name: 'Neues Passwort: nicht erreichbar', answers: [unreachable(confirmPasswordReset)] },
  { ...registration, name: 'Konto anlegen' },
  { ...registration, name: 'Konto anlegen: Adresse vergeben', answers: [refuse(register, 'ErrorEmailTaken'), privacy] },
  { ...registration, name: 'Konto anlegen: unerwarteter Fehler', answers: [refuse(register, 'internal'), privacy] },
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
    answers: [unreachable(getLegalDocument)],
  },
  { name: 'Hilfe per E-Mail', screen: 'support' },
  { name: 'Hilfe mit Chat', screen: 'support', deployment: { messengerUrl: 'https://chat.mahlzeit.test' } },
]);
