import { defineTexts } from '@mahlzeit/shared-ui/platform';
import de from '../../locales/de.json';

/** German texts of the shell. */
export const { useTexts, text } = defineTexts('shell', de);
