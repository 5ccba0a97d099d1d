import { defineTexts } from '@mahlzeit/shared-ui/platform';
import de from './locales/de.json';

/** German texts that only the restaurant page uses. They are separate so that the list doesn't load them. */
export const { useTexts, text } = defineTexts('discovery-place', de);
