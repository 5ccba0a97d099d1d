import { defineTexts } from '@mahlzeit/shared-ui/platform';
import de from './locales/de.json';

/** German texts of cards. */
export const { useTexts, text } = defineTexts('ordering-cards', de);
