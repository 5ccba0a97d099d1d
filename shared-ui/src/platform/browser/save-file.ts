import { browserTimers } from './clock';

/**
 * Delay in ms before the file's content is released, because some browsers still read it after the click has returned.
 */
const RELEASE_URL_AFTER_MS = 60_000;

/** Downloads content from memory as a file with the given name. */
export const saveFile = (fileName: string, content: Blob): void => {
  const objectUrl = URL.createObjectURL(content);
  const downloadLink = document.createElement('a');
  downloadLink.href = objectUrl;
  downloadLink.download = fileName;
  downloadLink.click();
  browserTimers.after(RELEASE_URL_AFTER_MS, () => URL.revokeObjectURL(objectUrl));
};
