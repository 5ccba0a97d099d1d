/** Content of the share sheet. */
interface SharedLink {
  readonly title: string;
  readonly text: string;
  readonly url: string;
}

/** Result of sharing. */
type ShareOutcome = 'shared' | 'copied' | 'cancelled' | 'failed';

/** Browser functions for sharing. Phones have a share sheet, other devices a clipboard, some neither. */
type Sharer = Partial<Pick<Navigator, 'share' | 'clipboard'>>;

const isCancelled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Returns whether the device has a share sheet. */
export const hasShareSheet = ({ share }: Sharer): boolean => typeof share === 'function';

/** Copies a text to the clipboard. */
export const copyText = async (copiedText: string, { clipboard }: Sharer): Promise<'copied' | 'failed'> => {
  if (clipboard === undefined) return 'failed';
  try {
    await clipboard.writeText(copiedText);
    return 'copied';
  } catch {
    // The browser may forbid the copy; the caller reports that.
    return 'failed';
  }
};

/** Opens the share sheet with a link, or copies its address on devices without one. */
export const shareLink = async (link: SharedLink, sharer: Sharer): Promise<ShareOutcome> => {
  if (typeof sharer.share !== 'function') return copyText(link.url, sharer);
  try {
    await sharer.share(link);
    return 'shared';
  } catch (error) {
    return isCancelled(error) ? 'cancelled' : copyText(link.url, sharer);
  }
};
