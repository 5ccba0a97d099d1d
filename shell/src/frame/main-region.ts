/** Id of the main region: the skip link leads there, and focus that has lost its opener. */
export const MAIN_ID = 'inhalt';

/** The main region, once it is drawn. */
export const mainRegion = (): HTMLElement | null => document.getElementById(MAIN_ID);
