import { defineTexts } from '../../platform/texts/define-texts';
import de from '../locales/de.json';

/** Texts of the bare host. */
export const { useTexts, text } = defineTexts('testing', de);
