import { completeThirdParty, confirmPasswordReset, getLegalDocument, getProviders, login, logout, register, requestPasswordReset } from '@mahlzeit/contract';
import { aLegalDocument, aSession, anAccount } from '@mahlzeit/contract/fixtures';
import { answer, defineScenarios, hang, refuse, unreachable } from '@mahlzeit/shared-ui/testing';
import { ownAccountScenarios } from './alone-own-account';
import { resetToken } from './features/password-reset/reset-token';

const privacy = answer(getLegalDocument, aLegalDocument());
const newcomer = aSession({ account: anAccount({ verified: false, displayName: 'Jule' }) });

const allProviders = answer(getProviders, [{ provider: 'google', enabled: true }, { provider: 'facebook', enabled: true }, { provider: 'apple', enabled: true }]);
// Their windows are opened at a gateway; without one they show how waiting and blocked windows look.
const ways = { screen: 'registration', answers: [allProviders, answer(completeThirdParty, aSession()), answer(logout, {})] };

const mailed = answer(requestPasswordReset, {});
const signIn = { screen: 'login', answers: [answer(login, aSession()), answer(register, newcomer), mailed, privacy] };
const registration = { ...signIn, params: ['new'] };

// As if a mailed link had been opened; a refused one forgets it until the next reload.
resetToken.set('token-der-szenarien');
const reset = { screen: 'login', params: ['reset'] };

/** Every screen of account in every state. */
export const scenarios = defineScenarios([
  { ...ways, name: 'Registrieren oder anmelden' },
  { ...ways, name: 'Registrieren oder anmelden, weil etwas ein Konto braucht', params: ['prompt'] },
  { ...ways, name: 'Registrieren: nur Apple', answers: [answer(getProviders, [{ provider: 'apple', enabled: true }])] },
  { ...ways, name: 'Registrieren: keine weiteren Wege', answers: [answer(getProviders, [])] },
  { ...ways, name: 'Registrieren: weitere Wege laden', answers: [hang(getProviders)] },
  { ...ways, name: 'Registrieren: weitere Wege nicht erreichbar', answers: [unreachable(getProviders)] },
  { ...signIn, name: 'Anmelden' },
  { ...signIn, name: 'Anmelden: kein Konto zu dieser Adresse', answers: [refuse(login, 'ErrorNoAccount'), privacy] },
  { ...signIn, name: 'Anmelden: falsches Passwort', answers: [refuse(login, 'ErrorPasswordIncorrect'), privacy] },
  { ...signIn, name: 'Anmelden: zu viele Versuche', answers: [refuse(login, 'ErrorTooManyAttempts', { retryAfterMs: 60_000 }), privacy] },
  { ...signIn, name: 'Anmelden: Konto ohne Passwort', answers: [refuse(login, 'ErrorAuthDisabled'), privacy] },
  { ...signIn, name: 'Anmelden: keine Antwort', answers: [hang(login), privacy] },
  { ...signIn, name: 'Anmelden: nicht erreichbar', answers: [unreachable(login), privacy] },
  { ...signIn, name: 'Anmelden: Konto ohne Passwort vergisst keins', answers: [refuse(requestPasswordReset, 'thirdPartyAccount'), privacy] },
  { ...signIn, name: 'Anmelden: mit dem neuen Passwort', params: ['changed'] },
  { ...reset, name: 'Neues Passwort', answers: [answer(confirmPasswordReset, {})] },
  { ...reset, name: 'Neues Passwort, wenn man angemeldet ist', session: 'verified', answers: [answer(confirmPasswordReset, {}), answer(logout, {})] },
  { ...reset, name: 'Neues Passwort: Link gilt nicht mehr', answers: [refuse(confirmPasswordReset, 'resetTokenInvalid'), mailed] },
  { ...reset, name: 'Neues Passwort: nicht erreichbar', answers: [unreachable(confirmPasswordReset)] },
  { ...registration, name: 'Konto anlegen' },
  { ...registration, name: 'Konto anlegen: Adresse vergeben', answers: [refuse(register, 'ErrorEmailTaken'), privacy] },
  { ...registration, name: 'Konto anlegen: unerwarteter Fehler', answers: [refuse(register, 'internal'), privacy] },
  ...ownAccountScenarios,
  { name: 'Einstellungen, anonym', screen: 'settings', session: 'anonymous' },
  { name: 'Einstellungen im Betrieb', screen: 'settings', deployment: { stage: 'prod' } },
  { name: 'Impressum', screen: 'settings', params: ['imprint'], answers: [answer(getLegalDocument, aLegalDocument({ kind: 'imprint', title: 'Impressum' }))] },
  { name: 'Datenschutz lädt', screen: 'settings', params: ['privacy'], answers: [hang(getLegalDocument)] },
  { name: 'Datenschutz nicht erreichbar', screen: 'settings', params: ['privacy'], answers: [unreachable(getLegalDocument)] },
  { name: 'Hilfe per E-Mail', screen: 'support' },
  { name: 'Hilfe mit Chat', screen: 'support', deployment: { messengerUrl: 'https://chat.mahlzeit.test' } },
]);
