import { err, uploadAvatar } from '@mahlzeit/contract';
import type { Avatar, Result } from '@mahlzeit/contract';
import type { ApiError, ShellApi } from '@mahlzeit/shared-ui/platform';
import { useReloadHold, useShell } from '@mahlzeit/shared-ui/platform';
import { useState } from 'react';
import { useTexts } from '../../account-texts';
import { refetchAccount } from '../account';
import { pictureErrorOf } from './picture-rules';
import { useChosenPicture } from './use-chosen-picture';

/** The file can't be read: it has gone, or lies in a cloud that doesn't answer. */
type Unreadable = 'unreadable';

const send = async (apiClient: ShellApi['apiClient'], file: File): Promise<Result<Avatar, ApiError | Unreadable>> => {
  const bytes = await file.arrayBuffer().then((buffer) => new Uint8Array(buffer), () => null);
  return bytes === null ? err('unreadable') : apiClient.call(uploadAvatar, { body: bytes });
};

/** A new picture on its way from the choice over its preview to the gateway (S1§4 "Picture"). */
export const usePictureUpload = () => {
  const t = useTexts();
  const { apiClient, session, snackbar } = useShell();
  const { chosen, error, choose, refuse, discard } = useChosenPicture();
  const [isUploading, setIsUploading] = useState(false);
  useReloadHold(chosen !== null);

  const upload = async (): Promise<void> => {
    if (chosen === null) return;
    setIsUploading(true);
    const answer = await send(apiClient, chosen.file);
    if (answer.ok) {
      await refetchAccount({ apiClient, session });
      discard();
      snackbar({ tone: 'success', text: t('SuccessProfilePictureUpload') });
    } else {
      const blamed = answer.error === 'unreadable' ? null : pictureErrorOf(answer.error);
      if (blamed === null) snackbar({ tone: 'error', text: t('ErrorProfilePictureUpload') });
      else refuse(blamed);
    }
    setIsUploading(false);
  };

  return { chosen, error, choose, discard, isUploading, upload, cannotBeShown: () => refuse('PictureFormat') };
};
