import { exportUser, patchMe, requestPasswordReset } from '@mahlzeit/contract';
import type { Account } from '@mahlzeit/contract';
import { errorText, saveFile, useShell, useSingleFlight } from '@mahlzeit/shared-ui/platform';
import { tooManyAttemptsText, useTexts } from '../account-texts';
import type { SettingsAction } from './settings-entries';

const EXPORT_FILE_NAME = 'mahlzeit-daten.json';

/** Downloads all stored data of the user as a file (Art. 15 and 20 GDPR). */
const useDataExport = () => {
  const t = useTexts();
  const { apiClient, snackbar, track } = useShell();

  return async (): Promise<void> => {
    const answer = await track(apiClient.call(exportUser, {}));
    if (!answer.ok) return snackbar({ tone: 'error', text: errorText(answer.error) });
    saveFile(EXPORT_FILE_NAME, new Blob([JSON.stringify(answer.value, null, 2)], { type: 'application/json' }));
    snackbar({ tone: 'success', text: t('SuccessExport', { file: EXPORT_FILE_NAME }) });
  };
};

/** Makes the user visible or invisible to the search of other users (S1§4 "Visibility"). */
const useSetVisibility = () => {
  const t = useTexts();
  const { apiClient, session, navigation, alert, snackbar, track } = useShell();

  return async (isVisible: boolean): Promise<void> => {
    const answer = await track(apiClient.call(patchMe, { body: { visible: isVisible } }));
    if (!answer.ok) return snackbar({ tone: 'error', text: t('ErrorChangeVisibility') });
    session.applyUser(answer.value);
    snackbar({ tone: 'success', text: t(isVisible ? 'SuccessBecomeVisible' : 'SuccessBecomeInvisible') });
    if (!isVisible || answer.value.verificationCode) return;
    const choice = await alert({
      title: t('VisibleButUnverifiedTitle'),
      text: t('VisibleButUnverifiedHint'),
      actions: [
        { id: 'later', label: t('Later'), tone: 'safe' },
        { id: 'verify', label: t('VerifyEmail'), tone: 'primary' },
      ],
    });
    if (choice === 'verify') navigation.open('profile');
  };
};

/** Turns e-mail notifications about meetups on or off. */
const useSetMeetupMails = () => {
  const t = useTexts();
  const { apiClient, session, snackbar, track } = useShell();

  return async (meetupMails: boolean): Promise<void> => {
    const answer = await track(apiClient.call(patchMe, { body: { meetupMails } }));
    if (!answer.ok) return snackbar({ tone: 'error', text: t('ErrorChangeMeetupMails') });
    session.applyUser(answer.value);
    snackbar({ tone: 'success', text: t(meetupMails ? 'SuccessResumeMeetupMails' : 'SuccessEndMeetupMails') });
  };
};

/**
 * Requests a mail with a link for a new password to the user's e-mail address (S1§8: SuccessResetPassword,
 * FailResetPassword).
 */
const usePasswordLink = ({ email }: Pick<Account, 'email'>) => {
  const t = useTexts();
  const { apiClient, snackbar, track } = useShell();

  return async (): Promise<void> => {
    const answer = await track(apiClient.call(requestPasswordReset, { body: { email: email ?? '' } }));
    if (answer.ok) return snackbar({ tone: 'success', text: t('SuccessResetPassword', { email: email ?? '' }) });
    const isRateLimited = answer.error.code === 'ErrorTooManyAttempts';
    snackbar({
      tone: 'error',
      text: isRateLimited
        ? `${t('FailResetPassword')} ${tooManyAttemptsText(answer.error.retryAfterMs)}`
        : t('FailResetPassword'),
    });
  };
};

/** Returns a function that runs the action of a settings row. Only one action runs at a time. */
export const useSettingsActions = (account: Account) => {
  const setVisible = useSetVisibility();
  const setMeetupMails = useSetMeetupMails();
  const resetPassword = usePasswordLink(account);
  const exportData = useDataExport();
  const { run } = useSingleFlight();

  const actionById: Readonly<Record<SettingsAction, () => Promise<void>>> = {
    becomeVisible: () => setVisible(true),
    becomeInvisible: () => setVisible(false),
    endMeetupMails: () => setMeetupMails(false),
    resumeMeetupMails: () => setMeetupMails(true),
    resetPassword,
    export: exportData,
  };
  return (id: SettingsAction): void => run(actionById[id]);
};
