import { defineTexts, errorCode, errorText } from '@mahlzeit/shared-ui/platform';
import de from '../locales/de.json';

/** German texts of the restaurant's console. */
export const { useTexts, text, has } = defineTexts('ordering-partner', de);

/** What to tell the counter about an error: by its code where the console has words of its own for it. */
export const consoleErrorText = (error: unknown): string => {
  const code = `Error_${errorCode(error)}`;
  return has(code) ? text(code) : errorText(error);
};
