import {
  beginSecondStep,
  cancelEmailChange,
  changeEmail,
  changePassword,
  confirmSecondStep,
  deleteAvatar,
  deleteMe,
  endDevice,
  endOtherDevices,
  exportUser,
  getDevices,
  getPasskeys,
  getProviders,
  getSecondStep,
  getSignInWays,
  logout,
  meTopic,
  patchMe,
  reauthenticate,
  removePasskey,
  renamePasskey,
  requestPasswordReset,
  resendEmailVerification,
  unlinkProvider,
  uploadAvatar,
  verifyEmail,
} from '@mahlzeit/contract';
import {
  aDevice,
  anAccount,
  aPasskey,
  aSecondStep,
  aSession,
  aUser,
  fixtureNow,
  someDevices,
  somePasskeys,
  someSignInWays,
} from '@mahlzeit/contract/fixtures';
import { answer, defineScenarios, neverRespond, refuse, failAsUnreachable } from '@mahlzeit/shared-ui/testing';

const verifiedUser = aUser();
const unverifiedUser = aUser({ uid: 'uid-unverified-01', verificationCode: false });
const longDisplayName = 'Friederike-Wilhelmine von Hohenstein-Donaudampfschifffahrt';

const portraitSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#7fb3c8"/><circle cx="32" cy="26" r="12" fill="#ffe7a8"/><path d="M8 64a24 20 0 0 1 48 0Z" fill="#3f6b4a"/></svg>';
const portraitUrl = `data:image/svg+xml,${encodeURIComponent(portraitSvg)}`;

export const answerAllSignInProviders = answer(getProviders, [
  { provider: 'google', enabled: true },
  { provider: 'facebook', enabled: true },
  { provider: 'apple', enabled: true },
]);
const settingsScenario = {
  screen: 'settings',
  session: 'verified',
  answers: [
    answer(patchMe, verifiedUser),
    answer(requestPasswordReset, {}),
    answer(exportUser, { exportedAt: fixtureNow, user: verifiedUser }),
  ],
} as const;
const profileScenario = {
  screen: 'profile',
  session: 'unverified',
  answers: [answer(verifyEmail, { success: true }), answer(resendEmailVerification, {})],
} as const;
const aSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const someRecoveryCodes = Array.from({ length: 10 }, (_, index) => `7KQ${index}-F2MD-XA9T-0BCE-5HWN-R8PG`);
const securityScenario = {
  screen: 'security',
  session: 'verified',
  answers: [
    answer(getPasskeys, somePasskeys()),
    answer(renamePasskey, aPasskey({ name: 'Neuer Name' })),
    answer(removePasskey, {}),
    answer(getSecondStep, aSecondStep({ since: null, recoveryCodesLeft: 0 })),
    answer(beginSecondStep, { secret: aSecret, url: `otpauth://totp/Mahlzeit:frieda?secret=${aSecret}` }),
    answer(confirmSecondStep, { recoveryCodes: someRecoveryCodes }),
    answer(getDevices, someDevices()),
    answer(endDevice, {}),
    answer(endOtherDevices, {}),
    answer(getSignInWays, someSignInWays()),
    answer(unlinkProvider, someSignInWays({ providers: [] })),
    answerAllSignInProviders,
    answer(changePassword, {}),
    answer(reauthenticate, aSession()),
  ],
} as const;
const changeEmailScenario = {
  screen: 'changeemail',
  session: 'verified',
  answers: [answer(getPasskeys, []), answer(changeEmail, anAccount({ pendingEmail: 'neu@mahlzeit.test' }))],
} as const;
const editNameScenario = {
  screen: 'editname',
  session: 'verified',
  answers: [answer(patchMe, aUser({ displayName: 'Jule' }))],
} as const;
const editPictureScenario = {
  screen: 'editpicture',
  session: 'verified',
  answers: [answer(uploadAvatar, { photoURL: portraitUrl }), answer(deleteAvatar, {})],
} as const;
const deleteAccountScenario = {
  screen: 'deleteaccount',
  session: 'verified',
  answers: [answer(getPasskeys, []), answer(reauthenticate, aSession()), answer(deleteMe, {}), answer(logout, {})],
} as const;

/**
 * Example states of the screens for the user's own account. The host that runs mf-account without the shell lists them
 * in its menu.
 */
export const ownAccountScenarios = defineScenarios([
  { ...settingsScenario, name: 'Einstellungen, bestätigt' },
  {
    ...settingsScenario,
    name: 'Einstellungen, unbestätigt',
    session: 'unverified',
    account: { visible: false },
    answers: [answer(patchMe, unverifiedUser), ...settingsScenario.answers],
  },
  {
    ...settingsScenario,
    name: 'Einstellungen, langer Name und Bild',
    account: { displayName: longDisplayName, photoURL: portraitUrl },
  },
  { ...settingsScenario, name: 'Einstellungen, Anmeldung über Google', account: { thirdParty: 'google' } },
  {
    ...settingsScenario,
    name: 'Einstellungen mit Einwilligung',
    consent: { purposes: ['analytics', 'errorReports'], allowedPurposes: null },
  },
  {
    ...settingsScenario,
    name: 'Einstellungen, nur Fehlerberichte erlaubt',
    consent: { purposes: ['analytics', 'errorReports'], allowedPurposes: ['errorReports'] },
  },
  {
    ...settingsScenario,
    name: 'Einwilligung: noch nicht entschieden',
    params: ['consent'],
    consent: { purposes: ['analytics', 'errorReports'], allowedPurposes: null },
  },
  {
    ...settingsScenario,
    name: 'Einwilligung: Auswertung erlaubt',
    params: ['consent'],
    consent: { purposes: ['analytics', 'errorReports'], allowedPurposes: ['analytics'] },
  },
  {
    ...settingsScenario,
    name: 'Einstellungen, E-Mails zu Treffen beendet',
    topics: { [meTopic]: { user: [aUser({ meetupMails: false })] } },
  },
  {
    ...settingsScenario,
    name: 'Einstellungen, Neues wird vorab ausprobiert',
    topics: { [meTopic]: { user: [aUser({ releaseChannel: 'beta' })] } },
  },
  {
    ...settingsScenario,
    name: 'Einstellungen: nicht erreichbar',
    answers: [failAsUnreachable(patchMe), failAsUnreachable(requestPasswordReset), failAsUnreachable(exportUser)],
  },
  { ...profileScenario, name: 'Code bestätigen' },
  {
    ...profileScenario,
    name: 'Code bestätigen: falscher Code',
    answers: [answer(verifyEmail, { success: false }), answer(resendEmailVerification, {})],
  },
  {
    ...profileScenario,
    name: 'Code bestätigen: zu viele Versuche',
    answers: [
      refuse(verifyEmail, 'ErrorTooManyAttempts', { retryAfterMs: 120_000 }),
      refuse(resendEmailVerification, 'ErrorTooManyAttempts', { retryAfterMs: 30_000 }),
    ],
  },
  {
    ...profileScenario,
    name: 'Code bestätigen: keine Antwort',
    answers: [neverRespond(verifyEmail), neverRespond(resendEmailVerification)],
  },
  {
    ...profileScenario,
    name: 'Code bestätigen: nicht erreichbar',
    answers: [failAsUnreachable(verifyEmail), failAsUnreachable(resendEmailVerification)],
  },
  {
    ...profileScenario,
    name: 'Code bestätigen: ohne Adresse',
    account: { email: null, thirdParty: 'facebook' },
    answers: [answer(logout, {})],
  },
  {
    ...profileScenario,
    name: 'Code der neuen Adresse bestätigen',
    session: 'verified',
    account: { pendingEmail: 'neu@mahlzeit.test' },
    answers: [
      answer(verifyEmail, { success: true }),
      answer(resendEmailVerification, {}),
      answer(cancelEmailChange, aUser()),
    ],
  },
  { ...profileScenario, name: 'Profil, bestätigt', session: 'verified' },
  { ...securityScenario, name: 'Anmeldung' },
  {
    ...securityScenario,
    name: 'Anmeldung: nur dieses Gerät',
    answers: [answer(getDevices, [aDevice({ country: null })]), ...securityScenario.answers],
  },
  {
    ...securityScenario,
    name: 'Anmeldung: unbekannte Geräte',
    answers: [
      answer(getDevices, [
        aDevice(),
        aDevice({
          key: 'a',
          browser: null,
          system: null,
          kind: null,
          country: null,
          lastSeenAt: null,
          isCurrent: false,
        }),
        aDevice({ key: 'b', system: null, kind: null, country: null, isCurrent: false }),
      ]),
      ...securityScenario.answers,
    ],
  },
  {
    ...securityScenario,
    name: 'Anmeldung: alles lädt',
    answers: [
      neverRespond(getPasskeys),
      neverRespond(getSecondStep),
      neverRespond(getDevices),
      neverRespond(getSignInWays),
      neverRespond(getProviders),
    ],
  },
  {
    ...securityScenario,
    name: 'Anmeldung: nichts erreichbar',
    answers: [
      failAsUnreachable(getPasskeys),
      failAsUnreachable(getSecondStep),
      failAsUnreachable(getDevices),
      failAsUnreachable(getSignInWays),
      failAsUnreachable(getProviders),
    ],
  },
  {
    ...securityScenario,
    name: 'Anmeldung: nur ein Weg',
    account: { thirdParty: 'google' },
    answers: [
      answer(getSignInWays, someSignInWays({ password: false })),
      refuse(unlinkProvider, 'notAllowed'),
      ...securityScenario.answers,
    ],
  },
  {
    ...securityScenario,
    name: 'Anmeldung: zweiter Schritt ist an, noch kein Passkey',
    answers: [answer(getPasskeys, []), answer(getSecondStep, aSecondStep()), ...securityScenario.answers],
  },
  { ...securityScenario, name: 'Passwort ändern', params: ['password'] },
  {
    ...securityScenario,
    name: 'Passwort ändern: falsches Passwort',
    params: ['password'],
    answers: [refuse(changePassword, 'ErrorPasswordIncorrect')],
  },
  { ...securityScenario, name: 'Google verbinden', params: ['link', 'google'] },
  {
    ...securityScenario,
    name: 'Google verbinden, Anmeldung über Apple',
    params: ['link', 'google'],
    account: { thirdParty: 'apple' },
  },
  {
    ...securityScenario,
    name: 'Anmeldung: Abmelden scheitert',
    answers: [refuse(endDevice, 'internal'), refuse(endOtherDevices, 'internal'), ...securityScenario.answers],
  },
  { ...changeEmailScenario, name: 'E-Mail ändern' },
  {
    ...changeEmailScenario,
    name: 'E-Mail ändern: eine wartet auf ihren Code',
    account: { pendingEmail: 'neu@mahlzeit.test' },
  },
  {
    ...changeEmailScenario,
    name: 'E-Mail ändern: Adresse vergeben',
    answers: [refuse(changeEmail, 'ErrorEmailTaken')],
  },
  {
    ...changeEmailScenario,
    name: 'E-Mail ändern: falsches Passwort',
    answers: [refuse(changeEmail, 'ErrorPasswordIncorrect')],
  },
  { ...changeEmailScenario, name: 'E-Mail ändern: unerwarteter Fehler', answers: [refuse(changeEmail, 'internal')] },
  { ...changeEmailScenario, name: 'E-Mail ändern: keine Antwort', answers: [neverRespond(changeEmail)] },
  { ...editNameScenario, name: 'Namen ändern' },
  { ...editNameScenario, name: 'Wie heißt du?', params: ['new'], account: { named: false } },
  { ...editNameScenario, name: 'Namen ändern: langer Name', account: { displayName: longDisplayName } },
  { ...editNameScenario, name: 'Namen ändern: unerwarteter Fehler', answers: [refuse(patchMe, 'internal')] },
  { ...editNameScenario, name: 'Namen ändern: keine Antwort', answers: [neverRespond(patchMe)] },
  { ...editPictureScenario, name: 'Profilbild, noch keins' },
  { ...editPictureScenario, name: 'Profilbild, schon eins', account: { photoURL: portraitUrl } },
  { ...editPictureScenario, name: 'Profilbild: kein Bild', answers: [refuse(uploadAvatar, 'unsupportedMediaType')] },
  { ...editPictureScenario, name: 'Profilbild: wird hochgeladen', answers: [neverRespond(uploadAvatar)] },
  {
    ...editPictureScenario,
    name: 'Profilbild: nicht erreichbar',
    account: { photoURL: portraitUrl },
    answers: [failAsUnreachable(uploadAvatar), failAsUnreachable(deleteAvatar)],
  },
  { ...deleteAccountScenario, name: 'Konto löschen' },
  {
    ...deleteAccountScenario,
    name: 'Konto löschen: falsches Passwort',
    answers: [refuse(reauthenticate, 'ErrorPasswordIncorrect')],
  },
  {
    ...deleteAccountScenario,
    name: 'Konto löschen: scheitert',
    answers: [answer(reauthenticate, aSession()), refuse(deleteMe, 'internal')],
  },
  { ...deleteAccountScenario, name: 'Konto löschen, Anmeldung über Apple', account: { thirdParty: 'apple' } },
  { ...deleteAccountScenario, name: 'Konto löschen: keine Antwort', answers: [neverRespond(reauthenticate)] },
]);
