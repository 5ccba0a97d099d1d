import { AVATAR_MAX_BYTES, deleteAvatar, err, ok, uploadAvatar } from '@mahlzeit/contract';
import type { Avatar, Result } from '@mahlzeit/contract';
import { errorCode, errorText, useReloadHold, useShell } from '@mahlzeit/shared-ui/platform';
import type { ApiError, ShellApi } from '@mahlzeit/shared-ui/platform';
import { useEffect, useState } from 'react';
import { useTexts } from '../account-texts';
import { refetchAccount } from './account';

/** What is wrong with what was chosen; each is the key of its German text. */
export type PictureError = 'PictureFormat' | 'PictureTooLarge';

/** The formats that the gateway takes. An SVG may hold scripts; HEIC is shown by few browsers (U07). */
export const PICTURE_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/** Validates what was chosen or dropped: exactly one image file (S1§5), not too large. */
const validatePicture = (files: readonly File[]): Result<File, PictureError> => {
  const [file] = files;
  if (file === undefined || files.length > 1 || !PICTURE_TYPES.includes(file.type)) return err('PictureFormat');
  return file.size > AVATAR_MAX_BYTES ? err('PictureTooLarge') : ok(file);
};

/** A file that was chosen and does not count yet. */
interface ChosenPicture {
  readonly file: File;
  /** Shows it from memory. */
  readonly url: string;
}

/** The file that was chosen, or what is wrong with it. */
const useChosenPicture = () => {
  const [chosen, setChosen] = useState<ChosenPicture | null>(null);
  const [error, setError] = useState<PictureError | null>(null);
  useEffect(() => (chosen === null ? undefined : () => URL.revokeObjectURL(chosen.url)), [chosen]);

  const refuse = (next: PictureError | null): void => {
    setChosen(null);
    setError(next);
  };
  return {
    chosen,
    error,
    choose(files: readonly File[]): void {
      const verdict = validatePicture(files);
      if (!verdict.ok) return refuse(verdict.error);
      setError(null);
      setChosen({ file: verdict.value, url: URL.createObjectURL(verdict.value) });
    },
    refuse,
    discard: () => refuse(null),
  };
};

/** The file can't be read: it has gone, or lies in a cloud that doesn't answer. */
type Unreadable = 'unreadable';

const send = async (apiClient: ShellApi['apiClient'], file: File): Promise<Result<Avatar, ApiError | Unreadable>> => {
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

/** What an error of the gateway says about the file; null where the file is not to blame. */
const pictureErrorOf = ({ code }: Pick<ApiError, 'code'>): PictureError | null => errorsByCode.get(code) ?? null;

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
      if (blamed !== null) refuse(blamed);
      // Whoever is told to try again at once would be refused again.
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

  return { chosen, error, choose, discard, isUploading, upload, cannotBeShown: () => refuse('PictureFormat') };
};

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
    snackbar(
      answer.ok
        ? { tone: 'success', text: t('SuccessProfilePictureDeleted') }
        : { tone: 'error', text: t('ErrorProfilePictureDeleted') },
    );
  };

  return { remove, isRemoving };
};
