import { deleteMe } from '@mahlzeit/contract';
import type { GatewayFailure } from '@mahlzeit/shared-ui/platform';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { useTexts } from '../../account-texts';

/** Deletes the account of who has just proven who he is: then nobody is logged in any more, in no tab (S1§4 "Account deletion"). Answers why it failed, or null. */
export const useDeletion = () => {
  const t = useTexts();
  const { gateway, session, navigation, alert, snackbar } = useShell();

  return async (): Promise<GatewayFailure | null> => {
    const answer = await gateway.call(deleteMe, {});
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
