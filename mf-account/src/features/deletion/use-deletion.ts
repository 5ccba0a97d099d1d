import { deleteMe } from '@mahlzeit/contract';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { useTexts } from '../../account-texts';

/** Deletes the account of a user who has just proved their identity: then nobody is logged in any more, in no tab (S1§4 "Account deletion"). Returns why it failed, or null. */
const useDeletion = () => {
  const t = useTexts();
  const { apiClient, session, navigation, alert, snackbar } = useShell();

  return async (): Promise<ApiError | null> => {
    const answer = await apiClient.call(deleteMe, {});
    if (!answer.ok) return answer.error;
    await session.logout();
    navigation.close();
    snackbar({ tone: 'success', text: t('DeleteAccountSuccess') });
    void alert({
      title: t('DeleteAccountSuccessTitle'),
      text: t('DeleteAccountSuccessText'),
      actions: [{ id: 'ok', label: t('Understood'), tone: 'primary' }],
    });
    return null;
  };
};
