/** Has the browser save a file that exists in memory alone. */
export const saveFile = (name: string, content: Blob): void => {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun with the click and holds on to the content by itself.
  URL.revokeObjectURL(url);
};
