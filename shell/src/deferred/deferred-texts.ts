import { defineTexts } from '@mahlzeit/shared-ui/platform';
import de from './locales/de.json';

/** German texts of the parts that start later. They load with these parts, not with the first script. */
export const { text } = defineTexts('shell-deferred', de);
