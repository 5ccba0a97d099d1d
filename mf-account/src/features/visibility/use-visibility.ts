import { patchMe } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { useTexts } from '../../account-texts';

/** Lets others find this person by search, or no longer (S1§4 "Visibility"). */
export const useVisibility = () => {
  const t = useTexts();
  const { apiClient, session, navigation, alert, snackbar, track } = useShell();

  return async (visible: boolean): Promise<void> => {
    const answer = await track(apiClient.call(patchMe, { body: { visible } }));
    if (!answer.ok) return snackbar({ tone: 'error', text: t('ErrorChangeVisibility') });
    session.applyUser(answer.value);
    snackbar({ tone: 'success', text: t(visible ? 'SuccessBecomeVisible' : 'SuccessBecomeInvisible') });
    if (!visible || answer.value.verificationCode) return;
    const choice = await alert({
      title: t('VisibleButUnverifiedTitle'),
      text: t('VisibleButUnverifiedHint'),
      actions: [{ id: 'later', label: t('Later'), tone: 'safe' }, { id: 'verify', label: t('VerifyEmail'), tone: 'primary' }],
    });
    if (choice === 'verify') navigation.open('profile');
  };
};
