import { exportUser, patchMe, requestPasswordReset } from '@mahlzeit/contract';
import type { Account, ReleaseChannel } from '@mahlzeit/contract';
import { errorText, saveFile, useShell, useSingleFlight } from '@mahlzeit/shared-ui/platform';
import { tooManyAttemptsText, useTexts } from '../account-texts';
import type { SettingsAction } from './settings-entries';

const EXPORT_FILE_NAME = 'mahlzeit-daten.json';

/** Downloads all stored data of the user as a file (Art. 15 and 20 GDPR). */
const useDataExport = () => {
  const t = useTexts();
  const { apiClient, snackbar, track } = useShell();

  return async (): Promise<void> => {
    const exportResult = await track(apiClient.call(exportUser, {}));
    if (!exportResult.ok) return snackbar({ tone: 'error', text: errorText(exportResult.error) });
    saveFile(EXPORT_FILE_NAME, new Blob([JSON.stringify(exportResult.value, null, 2)], { type: 'application/json' }));
    snackbar({ tone: 'success', text: t('SuccessExport', { file: EXPORT_FILE_NAME }) });
  };
};

/** Makes the user visible or invisible to the search of other users (S1§4 "Visibility"). */
const useSetVisibility = () => {
  const t = useTexts();
  const { apiClient, session, navigation, alert, snackbar, track } = useShell();

  return async (isVisible: boolean): Promise<void> => {
    const patchResult = await track(apiClient.call(patchMe, { body: { visible: isVisible } }));
    if (!patchResult.ok) return snackbar({ tone: 'error', text: t('ErrorChangeVisibility') });
    session.applyUser(patchResult.value);
    snackbar({ tone: 'success', text: t(isVisible ? 'SuccessBecomeVisible' : 'SuccessBecomeInvisible') });
    if (!isVisible || patchResult.value.verificationCode) return;
    const alertChoice = await alert({
      title: t('VisibleButUnverifiedTitle'),
      text: t('VisibleButUnverifiedHint'),
      actions: [
        { id: 'later', label: t('Later'), tone: 'safe' },
        { id: 'verify', label: t('VerifyEmail'), tone: 'primary' },
      ],
    });
    if (alertChoice === 'verify') navigation.open('profile');
  };
};

/** Turns e-mail notifications about meetups on or off. */
const useSetMeetupMails = () => {
  const t = useTexts();
  const { apiClient, session, snackbar, track } = useShell();

  return async (areMailsEnabled: boolean): Promise<void> => {
    const patchResult = await track(apiClient.call(patchMe, { body: { meetupMails: areMailsEnabled } }));
    if (!patchResult.ok) return snackbar({ tone: 'error', text: t('ErrorChangeSetting') });
    session.applyUser(patchResult.value);
    snackbar({ tone: 'success', text: t(areMailsEnabled ? 'SuccessResumeMeetupMails' : 'SuccessEndMeetupMails') });
  };
};

/** Chooses the channel of releases from which the user's next page comes. */
const useSetReleaseChannel = () => {
  const t = useTexts();
  const { apiClient, session, snackbar, track } = useShell();

  return async (releaseChannel: ReleaseChannel): Promise<void> => {
    const patchResult = await track(apiClient.call(patchMe, { body: { releaseChannel } }));
    if (!patchResult.ok) return snackbar({ tone: 'error', text: t('ErrorChangeSetting') });
    session.applyUser(patchResult.value);
    snackbar({ tone: 'success', text: t(releaseChannel === 'beta' ? 'SuccessEnterBeta' : 'SuccessLeaveBeta') });
  };
};

/**
 * Requests a mail with a link for a new password to the user's e-mail address (S1§8: SuccessResetPassword,
 * FailResetPassword).
 */
const useMailPasswordLink = ({ email }: Pick<Account, 'email'>) => {
  const t = useTexts();
  const { apiClient, snackbar, track } = useShell();

  return async (): Promise<void> => {
    const mailResult = await track(apiClient.call(requestPasswordReset, { body: { email: email ?? '' } }));
    if (mailResult.ok) return snackbar({ tone: 'success', text: t('SuccessResetPassword', { email: email ?? '' }) });
    const isRateLimited = mailResult.error.code === 'ErrorTooManyAttempts';
    snackbar({
      tone: 'error',
      text: isRateLimited
        ? `${t('FailResetPassword')} ${tooManyAttemptsText(mailResult.error.retryAfterMs)}`
        : t('FailResetPassword'),
    });
  };
};

/** Returns a function that runs the action of a settings row. Only one action runs at a time. */
export const useSettingsActions = (account: Account) => {
  const setAccountVisibility = useSetVisibility();
  const setMeetupMails = useSetMeetupMails();
  const setReleaseChannel = useSetReleaseChannel();
  const mailPasswordLink = useMailPasswordLink(account);
  const exportData = useDataExport();
  const { run } = useSingleFlight();

  const actionById: Readonly<Record<SettingsAction, () => Promise<void>>> = {
    becomeVisible: () => setAccountVisibility(true),
    becomeInvisible: () => setAccountVisibility(false),
    endMeetupMails: () => setMeetupMails(false),
    resumeMeetupMails: () => setMeetupMails(true),
    enterBeta: () => setReleaseChannel('beta'),
    leaveBeta: () => setReleaseChannel('stable'),
    resetPassword: mailPasswordLink,
    export: exportData,
  };
  return (actionId: SettingsAction): void => run(actionById[actionId]);
};
