import { defineTexts, errorCode, errorText } from '@mahlzeit/shared-ui/platform';
import de from '../locales/de.json';

/** German texts of the moderation. */
export const { useTexts, text, has } = defineTexts('moderation', de);

/** Returns the text for an error: the console's own text for its code if there is one, otherwise the platform's. */
export const consoleErrorText = (error: unknown): string => {
  const errorTextKey = `Error_${errorCode(error)}`;
  return has(errorTextKey) ? text(errorTextKey) : errorText(error);
};
