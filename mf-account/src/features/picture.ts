import { AVATAR_MAX_BYTES, deleteAvatar, err, ok, uploadAvatar } from '@mahlzeit/contract';
import type { Avatar, Result } from '@mahlzeit/contract';
import { errorCode, errorText, unreachedTextOr, useHoldReload, useShell } from '@mahlzeit/shared-ui/platform';
import type { ApiError, ShellApi } from '@mahlzeit/shared-ui/platform';
import { useEffect, useState } from 'react';
import { useTexts } from '../account-texts';
import { refetchAccount } from './account';

/**
 * Error of a file that the user chose as a picture, as a text key: it isn't exactly one image of an accepted format, or
 * it is too large for the gateway.
 */
export type PictureError = 'PictureFormat' | 'PictureTooLarge';

/**
 * Picture formats that the gateway accepts. SVG is missing because it may contain scripts, HEIC because few browsers
 * show it (U07).
 */
export const PICTURE_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/** Validates chosen or dropped files: exactly one image (S1§5) within the size limit. */
const validatePicture = (chosenFiles: readonly File[]): Result<File, PictureError> => {
  const [firstFile] = chosenFiles;
  if (firstFile === undefined || chosenFiles.length > 1 || !PICTURE_TYPES.includes(firstFile.type))
    return err('PictureFormat');
  return firstFile.size > AVATAR_MAX_BYTES ? err('PictureTooLarge') : ok(firstFile);
};

/** File that the user has chosen and not yet uploaded. */
interface ChosenPicture {
  readonly file: File;
  /** Object URL of the file, for the preview; revoked when the file is replaced. */
  readonly url: string;
}

/** Holds the chosen file, or the error of the last chosen file, and revokes the file's object URL. */
const useChosenPicture = () => {
  const [chosenPicture, setChosenPicture] = useState<ChosenPicture | null>(null);
  const [pictureError, setPictureError] = useState<PictureError | null>(null);
  useEffect(() => (chosenPicture === null ? undefined : () => URL.revokeObjectURL(chosenPicture.url)), [chosenPicture]);

  const showError = (newError: PictureError | null): void => {
    setChosenPicture(null);
    setPictureError(newError);
  };
  return {
    chosen: chosenPicture,
    error: pictureError,
    choose(chosenFiles: readonly File[]): void {
      const validatedFile = validatePicture(chosenFiles);
      if (!validatedFile.ok) return showError(validatedFile.error);
      setPictureError(null);
      setChosenPicture({ file: validatedFile.value, url: URL.createObjectURL(validatedFile.value) });
    },
    refuse: showError,
    discard: () => showError(null),
  };
};

/**
 * Error for a file that the browser can't read: the file was deleted after the choice, or it is in a cloud that doesn't
 * respond.
 */
type UnreadableFileError = 'unreadable';

const uploadPicture = async (
  apiClient: ShellApi['apiClient'],
  pictureFile: File,
): Promise<Result<Avatar, ApiError | UnreadableFileError>> => {
  const fileBytes = await pictureFile.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  );
  return fileBytes === null ? err('unreadable') : apiClient.call(uploadAvatar, { body: fileBytes });
};

const pictureErrorByCode: ReadonlyMap<string, PictureError> = new Map([
  ['unsupportedMediaType', 'PictureFormat'],
  ['payloadTooLarge', 'PictureTooLarge'],
]);

/** Converts an error of the gateway to an error of the chosen file; null if the file didn't cause the error. */
const pictureErrorOf = ({ code }: Pick<ApiError, 'code'>): PictureError | null => pictureErrorByCode.get(code) ?? null;

// After too many attempts the text of that error is shown. It doesn't suggest an immediate retry, because the gateway
// would refuse that, too.
const uploadErrorText = (error: ApiError, otherText: string): string =>
  errorCode(error) === 'ErrorTooManyAttempts' ? errorText(error) : unreachedTextOr(error, otherText);

/** Handles a new picture from the choice of the file to the upload, with the preview in between (S1§4 "Picture"). */
export const usePictureUpload = () => {
  const t = useTexts();
  const { apiClient, session, snackbar } = useShell();
  const { chosen, error, choose, refuse, discard } = useChosenPicture();
  const [isUploading, setIsUploading] = useState(false);
  useHoldReload(chosen !== null);

  const uploadChosenPicture = async (): Promise<void> => {
    if (chosen === null) return;
    setIsUploading(true);
    const uploadResult = await uploadPicture(apiClient, chosen.file);
    if (uploadResult.ok) {
      await refetchAccount({ apiClient, session });
      discard();
      snackbar({ tone: 'success', text: t('SuccessProfilePictureUpload') });
    } else {
      const pictureError = uploadResult.error === 'unreadable' ? null : pictureErrorOf(uploadResult.error);
      if (pictureError !== null) refuse(pictureError);
      else
        snackbar({
          tone: 'error',
          text:
            uploadResult.error === 'unreadable'
              ? t('ErrorProfilePictureUpload')
              : uploadErrorText(uploadResult.error, t('ErrorProfilePictureUpload')),
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

/** Removes the user's picture after the user has confirmed the removal in an alert. */
export const usePictureRemoval = () => {
  const t = useTexts();
  const { apiClient, session, alert, snackbar, track } = useShell();
  const [isRemoving, setIsRemoving] = useState(false);

  const removePicture = async (): Promise<void> => {
    const alertChoice = await alert({
      title: t('DeletePictureTitle'),
      text: t('DeletePictureText'),
      actions: [
        { id: 'keep', label: t('Keep'), tone: 'safe' },
        { id: 'delete', label: t('DeletePicture'), tone: 'danger' },
      ],
    });
    if (alertChoice !== 'delete') return;
    setIsRemoving(true);
    const removalResult = await track(apiClient.call(deleteAvatar, {}));
    if (removalResult.ok) await refetchAccount({ apiClient, session });
    setIsRemoving(false);
    snackbar(
      removalResult.ok
        ? { tone: 'success', text: t('SuccessProfilePictureDeleted') }
        : { tone: 'error', text: unreachedTextOr(removalResult.error, t('ErrorProfilePictureDeleted')) },
    );
  };

  return { remove: removePicture, isRemoving };
};
