import { defineTexts, errorCode, errorText } from '@mahlzeit/shared-ui/platform';
import de from '../locales/de.json';

/** German texts of the restaurant's console. */
export const { useTexts, text, has } = defineTexts('ordering-partner', de);

/**
 * Returns the text for an error: the console's own text when it has one for the error code, otherwise the platform's
 * text.
 */
export const consoleErrorText = (error: unknown): string => {
  const errorTextKey = `Error_${errorCode(error)}`;
  return has(errorTextKey) ? text(errorTextKey) : errorText(error);
};
