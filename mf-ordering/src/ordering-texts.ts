import { defineTexts } from '@mahlzeit/shared-ui/platform';
import de from '../locales/de.json';

/** German texts that several parts of ordering use. */
export const { useTexts, text, has } = defineTexts('ordering', de);
