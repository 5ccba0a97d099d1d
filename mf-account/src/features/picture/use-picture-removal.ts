import { deleteAvatar } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { useState } from 'react';
import { useTexts } from '../../account-texts';
import { refetchAccount } from '../account';

/** Takes the picture away, after a question. */
export const usePictureRemoval = () => {
  const t = useTexts();
  const { apiClient, session, alert, snackbar, track } = useShell();
  const [isRemoving, setIsRemoving] = useState(false);

  const remove = async (): Promise<void> => {
    const choice = await alert({
      title: t('DeletePictureTitle'),
      text: t('DeletePictureText'),
      actions: [
        { id: 'keep', label: t('Keep'), tone: 'safe' },
        { id: 'delete', label: t('DeletePicture'), tone: 'danger' },
      ],
    });
    if (choice !== 'delete') return;
    setIsRemoving(true);
    const answer = await track(apiClient.call(deleteAvatar, {}));
    if (answer.ok) await refetchAccount({ apiClient, session });
    setIsRemoving(false);
    snackbar(answer.ok ? { tone: 'success', text: t('SuccessProfilePictureDeleted') } : { tone: 'error', text: t('ErrorProfilePictureDeleted') });
  };

  return { remove, isRemoving };
};
