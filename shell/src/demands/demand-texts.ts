import { defineTexts } from '@mahlzeit/shared-ui/platform';
import de from './locales/de.json';

/** German texts of the questions: loaded with them, not with the first script. */
export const { text } = defineTexts('shell-deferred', de);
