import { getLegalDocument, login, register } from '@mahlzeit/contract';
import { aLegalDocument, aSession, anAccount } from '@mahlzeit/contract/fixtures';
import { answer, defineScenarios, hang, refuse, unreachable } from '@mahlzeit/shared-ui/testing';

const privacy = answer(getLegalDocument, aLegalDocument());
const newcomer = aSession({ account: anAccount({ verified: false, displayName: 'Jule' }) });

const signIn = { screen: 'login', answers: [answer(login, aSession()), answer(register, newcomer), privacy] };
const registration = { ...signIn, params: ['new'] };

/** Every screen of account in every state. */
export const scenarios = defineScenarios([
  { name: 'Registrieren oder anmelden', screen: 'registration' },
  { name: 'Registrieren oder anmelden, weil etwas ein Konto braucht', screen: 'registration', params: ['prompt'] },
  { ...signIn, name: 'Anmelden' },
  { ...signIn, name: 'Anmelden: kein Konto zu dieser Adresse', answers: [refuse(login, 'ErrorNoAccount'), privacy] },
  { ...signIn, name: 'Anmelden: falsches Passwort', answers: [refuse(login, 'ErrorPasswordIncorrect'), privacy] },
  { ...signIn, name: 'Anmelden: zu viele Versuche', answers: [refuse(login, 'ErrorTooManyAttempts', { retryAfterMs: 60_000 }), privacy] },
  { ...signIn, name: 'Anmelden: Konto gesperrt', answers: [refuse(login, 'ErrorAuthDisabled'), privacy] },
  { ...signIn, name: 'Anmelden: keine Antwort', answers: [hang(login), privacy] },
  { ...signIn, name: 'Anmelden: nicht erreichbar', answers: [unreachable(login), privacy] },
  { ...registration, name: 'Konto anlegen' },
  { ...registration, name: 'Konto anlegen: Adresse vergeben', answers: [refuse(register, 'ErrorEmailTaken'), privacy] },
  { ...registration, name: 'Konto anlegen: unerwarteter Fehler', answers: [refuse(register, 'internal'), privacy] },
  { name: 'Einstellungen, anonym', screen: 'settings', session: 'anonymous' },
  { name: 'Einstellungen, unbestätigt', screen: 'settings', session: 'unverified' },
  { name: 'Einstellungen, bestätigt', screen: 'settings', session: 'verified' },
  { name: 'Einstellungen im Betrieb', screen: 'settings', deployment: { stage: 'prod' } },
  { name: 'Impressum', screen: 'settings', params: ['imprint'], answers: [answer(getLegalDocument, aLegalDocument({ kind: 'imprint', title: 'Impressum' }))] },
  { name: 'Datenschutz lädt', screen: 'settings', params: ['privacy'], answers: [hang(getLegalDocument)] },
  { name: 'Datenschutz nicht erreichbar', screen: 'settings', params: ['privacy'], answers: [unreachable(getLegalDocument)] },
  { name: 'Hilfe per E-Mail', screen: 'support' },
  { name: 'Hilfe mit Chat', screen: 'support', deployment: { messengerUrl: 'https://chat.mahlzeit.test' } },
]);
