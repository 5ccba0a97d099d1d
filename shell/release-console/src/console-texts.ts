import { defineTexts, errorCode, errorText } from '@mahlzeit/shared-ui/platform';
import de from '../locales/de.json';

/** German texts of the release console, the page for the releases of remotes. */
export const { useTexts, text, has } = defineTexts('releases', de);

/**
 * Returns the text for an error: the release console's own text for the error's code if there is one, otherwise the
 * platform's text.
 */
export const consoleErrorText = (error: unknown): string => {
  const errorTextKey = `Error_${errorCode(error)}`;
  return has(errorTextKey) ? text(errorTextKey) : errorText(error);
};
