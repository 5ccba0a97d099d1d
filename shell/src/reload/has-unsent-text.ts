const typedInto = 'textarea, input:not([type]), input[type=text], input[type=email], input[type=password], input[type=tel], input[type=number], input[type=url]';

/** Whether somebody has typed something into a field of an open dialog. Text in the page's search is no loss. */
export const hasUnsentText = (page: ParentNode): boolean =>
  [...page.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(`:is([role=dialog], [role=alertdialog]) :is(${typedInto}):read-write`)].some(({ value }) => value.trim() !== '');
