import { defineTexts } from '@mahlzeit/shared-ui/platform';
import de from './locales/de.json';

/** German texts of the tools for testers; loaded with them. */
export const { text, useTexts } = defineTexts('shell-qa', de);
