import { exportUser, patchMe, requestPasswordReset } from '@mahlzeit/contract';
import type { Account, UserChanges } from '@mahlzeit/contract';
import { errorText, saveFile, unreachedTextOr, useShell, useSingleFlight } from '@mahlzeit/shared-ui/platform';
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
    if (!patchResult.ok)
      return snackbar({ tone: 'error', text: unreachedTextOr(patchResult.error, t('ErrorChangeVisibility')) });
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

type SuccessTextKey = 'SuccessEndMeetupMails' | 'SuccessResumeMeetupMails' | 'SuccessEnterBeta' | 'SuccessLeaveBeta';

/** Returns a function that changes a setting of the user and then shows a message about the change. */
const useChangeSetting = () => {
  const t = useTexts();
  const { apiClient, session, snackbar, track } = useShell();

  return async (changes: UserChanges, successTextKey: SuccessTextKey): Promise<void> => {
    const patchResult = await track(apiClient.call(patchMe, { body: changes }));
    if (!patchResult.ok)
      return snackbar({ tone: 'error', text: unreachedTextOr(patchResult.error, t('ErrorChangeSetting')) });
    session.applyUser(patchResult.value);
    snackbar({ tone: 'success', text: t(successTextKey) });
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
        : unreachedTextOr(mailResult.error, t('FailResetPassword')),
    });
  };
};

/** Returns a function that runs the action of a settings row. Only one action runs at a time. */
export const useSettingsActions = (account: Account) => {
  const setAccountVisibility = useSetVisibility();
  const changeSetting = useChangeSetting();
  const mailPasswordLink = useMailPasswordLink(account);
  const exportData = useDataExport();
  const { run } = useSingleFlight();

  const actionById: Readonly<Record<SettingsAction, () => Promise<void>>> = {
    becomeVisible: () => setAccountVisibility(true),
    becomeInvisible: () => setAccountVisibility(false),
    endMeetupMails: () => changeSetting({ meetupMails: false }, 'SuccessEndMeetupMails'),
    resumeMeetupMails: () => changeSetting({ meetupMails: true }, 'SuccessResumeMeetupMails'),
    enterBeta: () => changeSetting({ releaseChannel: 'beta' }, 'SuccessEnterBeta'),
    leaveBeta: () => changeSetting({ releaseChannel: 'stable' }, 'SuccessLeaveBeta'),
    resetPassword: mailPasswordLink,
    export: exportData,
  };
  return (actionId: SettingsAction): void => run(actionById[actionId]);
};
