import { defineTexts } from '@mahlzeit/shared-ui/platform';
import de from './locales/de.json';

/** German texts of what is loaded after the list: they come with it, not with the first script. */
export const { text } = defineTexts('shell-deferred', de);
