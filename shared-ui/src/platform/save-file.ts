import { browserTimers } from './clock';

/** The browser still reads a saved file for a while. */
const SAVING_MS = 60_000;

/** Has the browser save a file that exists in memory alone. */
export const saveFile = (name: string, content: Blob): void => {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  browserTimers.after(SAVING_MS, () => URL.revokeObjectURL(url));
};
