import { defineTexts } from '@mahlzeit/shared-ui/platform';
import de from './locales/de.json';

/** German texts of what is asked after the list stands: they come with the questions, not with the first script. */
export const { text } = defineTexts('shell-demands', de);
