/** Content that is passed to the browser's share sheet. */
interface ShareableLink {
  readonly title: string;
  readonly text: string;
  readonly url: string;
}

/**
 * Result of sharing. `copied`: the device has no share sheet, so the link was copied; `cancelled`: the user closed the
 * share sheet.
 */
type ShareOutcome = 'shared' | 'copied' | 'cancelled' | 'failed';

/**
 * Browser functions for sharing. Phones have a share sheet, other devices have a clipboard, and some browsers have
 * neither.
 */
type SharingApi = Partial<Pick<Navigator, 'share' | 'clipboard'>>;

const isAbortError = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Returns whether the browser can open the device's share sheet. Without a share sheet, links are copied instead. */
export const hasShareSheet = ({ share }: SharingApi): boolean => typeof share === 'function';

/** Copies a text to the clipboard. Returns `failed` when the browser has no clipboard or forbids copying. */
export const copyText = async (textToCopy: string, { clipboard }: SharingApi): Promise<'copied' | 'failed'> => {
  if (clipboard === undefined) return 'failed';
  try {
    await clipboard.writeText(textToCopy);
    return 'copied';
  } catch {
    // The browser may forbid copying. The caller must tell the user.
    return 'failed';
  }
};

/**
 * Opens the share sheet with a link. Copies the URL instead when the device has no share sheet, or when the sheet
 * fails.
 */
export const shareLink = async (link: ShareableLink, sharingApi: SharingApi): Promise<ShareOutcome> => {
  if (typeof sharingApi.share !== 'function') return copyText(link.url, sharingApi);
  try {
    await sharingApi.share(link);
    return 'shared';
  } catch (error) {
    return isAbortError(error) ? 'cancelled' : copyText(link.url, sharingApi);
  }
};
