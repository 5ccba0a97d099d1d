import { defineTexts } from '@mahlzeit/shared-ui/platform';
import de from './locales/de.json';

/** German texts of an order that is being composed. They are loaded together with its sheet. */
export const { useTexts } = defineTexts('ordering-order', de);
