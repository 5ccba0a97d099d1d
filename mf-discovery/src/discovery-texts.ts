import { defineTexts } from '@mahlzeit/shared-ui/platform';
import de from '../locales/de.json';

/** German texts of discovery. */
export const { useTexts, text, has } = defineTexts('discovery', de);
