import { defineTexts } from '@mahlzeit/shared-ui/platform';
import de from './locales/de.json';

/** German texts of invitations. */
export const { useTexts, text } = defineTexts('invitations', de);
