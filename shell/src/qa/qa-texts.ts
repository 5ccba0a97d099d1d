import { defineTexts } from '@mahlzeit/shared-ui/platform';
import de from './locales/de.json';

/** German texts of the tools for testers. They load together with the tools. */
export const { text, useTexts } = defineTexts('shell-qa', de);
