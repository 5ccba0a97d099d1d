import { defineTexts } from '@mahlzeit/shared-ui/platform';
import de from './locales/de.json';

/** German texts of paying. */
export const { useTexts, text } = defineTexts('ordering-checkout', de);

/** What stands over each failure. */
export const failureTitle = (): string => text('ErrorPayment_AlertTitle');
