import { defineTexts } from '@mahlzeit/shared-ui/platform';
import de from './locales/de.json';

/** German texts of the deferred parts; loaded with them, not with the first script. */
export const { text } = defineTexts('shell-deferred', de);
