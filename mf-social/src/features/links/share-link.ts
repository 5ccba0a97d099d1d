/** What is shared. */
interface SharedLink {
  readonly title: string;
  readonly text: string;
  readonly url: string;
}

/** How a link left the page. */
type ShareOutcome = 'shared' | 'copied' | 'cancelled' | 'failed';

/** What of the browser sharing needs; phones have a share sheet, others a clipboard, some neither. */
type Sharer = Partial<Pick<Navigator, 'share' | 'clipboard'>>;

const isCancelled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Whether the device has a share sheet of its own. */
export const hasShareSheet = ({ share }: Sharer): boolean => typeof share === 'function';

/** Puts an address, or a code, on the clipboard. */
export const copyText = async (copied: string, { clipboard }: Sharer): Promise<'copied' | 'failed'> => {
  if (clipboard === undefined) return 'failed';
  try {
    await clipboard.writeText(copied);
    return 'copied';
  } catch {
    // The browser may forbid it; the caller says so.
    return 'failed';
  }
};

/** Hands a link to the share sheet where there is one, else copies its address. */
export const shareLink = async (link: SharedLink, sharer: Sharer): Promise<ShareOutcome> => {
  if (typeof sharer.share !== 'function') return copyText(link.url, sharer);
  try {
    await sharer.share(link);
    return 'shared';
  } catch (error) {
    return isCancelled(error) ? 'cancelled' : copyText(link.url, sharer);
  }
};
