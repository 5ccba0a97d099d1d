import { defineTexts } from '@mahlzeit/shared-ui/platform';
import de from '../locales/de.json';

/** German texts of account. */
export const { useTexts, text } = defineTexts('account', de);
