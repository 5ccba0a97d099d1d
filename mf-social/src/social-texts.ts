import { defineTexts } from '@mahlzeit/shared-ui/platform';
import de from '../locales/de.json';

/** German texts of social. */
export const { useTexts, text } = defineTexts('social', de);
