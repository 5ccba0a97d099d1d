import { defineTexts } from '@mahlzeit/shared-ui/platform';
import de from '../locales/de.json';

/** German texts of ordering. */
export const { useTexts, text, has } = defineTexts('ordering', de);
