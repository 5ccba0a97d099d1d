import { AVATAR_MAX_BYTES, deleteAvatar, err, ok, uploadAvatar } from '@mahlzeit/contract';
import type { Avatar, Result } from '@mahlzeit/contract';
import { errorCode, errorText, useReloadHold, useShell } from '@mahlzeit/shared-ui/platform';
import type { ApiError, ShellApi } from '@mahlzeit/shared-ui/platform';
import { useEffect, useState } from 'react';
import { useTexts } from '../account-texts';
import { refetchAccount } from './account';

/**
 * Error of a chosen file, as a text key: not exactly one image of an accepted format, or larger than the gateway
 * accepts.
 */
export type PictureError = 'PictureFormat' | 'PictureTooLarge';

/**
 * Formats that the gateway accepts. SVG isn't among them because it may hold scripts, and HEIC because few browsers
 * show it (U07).
 */
export const PICTURE_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/** Validates chosen or dropped files: exactly one image (S1§5) within the size limit. */
const validatePicture = (files: readonly File[]): Result<File, PictureError> => {
  const [file] = files;
  if (file === undefined || files.length > 1 || !PICTURE_TYPES.includes(file.type)) return err('PictureFormat');
  return file.size > AVATAR_MAX_BYTES ? err('PictureTooLarge') : ok(file);
};

/** File that the user has chosen and not yet uploaded. */
interface ChosenPicture {
  readonly file: File;
  /** Object URL of the file, for the preview; revoked when the file is replaced. */
  readonly url: string;
}

/** Holds the chosen file, or the error of the last choice. */
const useChosenPicture = () => {
  const [chosenPicture, setChosenPicture] = useState<ChosenPicture | null>(null);
  const [error, setError] = useState<PictureError | null>(null);
  useEffect(() => (chosenPicture === null ? undefined : () => URL.revokeObjectURL(chosenPicture.url)), [chosenPicture]);

  const showError = (nextError: PictureError | null): void => {
    setChosenPicture(null);
    setError(nextError);
  };
  return {
    chosen: chosenPicture,
    error,
    choose(files: readonly File[]): void {
      const validatedFile = validatePicture(files);
      if (!validatedFile.ok) return showError(validatedFile.error);
      setError(null);
      setChosenPicture({ file: validatedFile.value, url: URL.createObjectURL(validatedFile.value) });
    },
    refuse: showError,
    discard: () => showError(null),
  };
};

/** Error of a file that can't be read: it was deleted meanwhile, or it is in a cloud that doesn't respond. */
type UnreadableFile = 'unreadable';

const uploadPicture = async (
  apiClient: ShellApi['apiClient'],
  file: File,
): Promise<Result<Avatar, ApiError | UnreadableFile>> => {
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  );
  return bytes === null ? err('unreadable') : apiClient.call(uploadAvatar, { body: bytes });
};

const errorsByCode: ReadonlyMap<string, PictureError> = new Map([
  ['unsupportedMediaType', 'PictureFormat'],
  ['payloadTooLarge', 'PictureTooLarge'],
]);

/** Converts an error of the gateway to an error of the file; null if the file didn't cause the error. */
const pictureErrorOf = ({ code }: Pick<ApiError, 'code'>): PictureError | null => errorsByCode.get(code) ?? null;

/** Handles a new picture from the choice of the file to the upload, with the preview in between (S1§4 "Picture"). */
export const usePictureUpload = () => {
  const t = useTexts();
  const { apiClient, session, snackbar } = useShell();
  const { chosen, error, choose, refuse, discard } = useChosenPicture();
  const [isUploading, setIsUploading] = useState(false);
  useReloadHold(chosen !== null);

  const uploadChosenPicture = async (): Promise<void> => {
    if (chosen === null) return;
    setIsUploading(true);
    const answer = await uploadPicture(apiClient, chosen.file);
    if (answer.ok) {
      await refetchAccount({ apiClient, session });
      discard();
      snackbar({ tone: 'success', text: t('SuccessProfilePictureUpload') });
    } else {
      const pictureError = answer.error === 'unreadable' ? null : pictureErrorOf(answer.error);
      if (pictureError !== null) refuse(pictureError);
      // The text doesn't suggest an immediate retry, because the gateway would refuse it, too.
      else
        snackbar({
          tone: 'error',
          text:
            errorCode(answer.error) === 'ErrorTooManyAttempts'
              ? errorText(answer.error)
              : t('ErrorProfilePictureUpload'),
        });
    }
    setIsUploading(false);
  };

  return {
    chosen,
    error,
    choose,
    discard,
    isUploading,
    upload: uploadChosenPicture,
    cannotBeShown: () => refuse('PictureFormat'),
  };
};

/** Removes the user's picture after they have confirmed a question. */
export const usePictureRemoval = () => {
  const t = useTexts();
  const { apiClient, session, alert, snackbar, track } = useShell();
  const [isRemoving, setIsRemoving] = useState(false);

  const removePicture = async (): Promise<void> => {
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
    snackbar(
      answer.ok
        ? { tone: 'success', text: t('SuccessProfilePictureDeleted') }
        : { tone: 'error', text: t('ErrorProfilePictureDeleted') },
    );
  };

  return { remove: removePicture, isRemoving };
};
