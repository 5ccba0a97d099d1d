import { browserTimers } from './clock';

/** Delay before the content is released, because some browsers still read it after the click has returned. */
const RELEASE_AFTER_MS = 60_000;

/** Downloads content from memory as a file with the given name. */
export const saveFile = (name: string, content: Blob): void => {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  browserTimers.after(RELEASE_AFTER_MS, () => URL.revokeObjectURL(url));
};
