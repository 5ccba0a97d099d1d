import { browserTimers } from './clock';

/** Some browsers read the content only after the click has returned. */
const RELEASE_AFTER_MS = 60_000;

/** Downloads content that exists only in memory, as a file of that name. */
export const saveFile = (name: string, content: Blob): void => {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  browserTimers.after(RELEASE_AFTER_MS, () => URL.revokeObjectURL(url));
};
