import de from '../locales/de.json';
import { defineTexts } from './define-texts';

/** The platform's own texts. */
export const { useTexts, text, has } = defineTexts('platform', de);
