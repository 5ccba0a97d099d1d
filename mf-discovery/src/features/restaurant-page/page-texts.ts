import { defineTexts } from '@mahlzeit/shared-ui/platform';
import de from './locales/de.json';

/** What only a place’s page says, so that the list need not wait for it. */
export const { useTexts, text } = defineTexts('discovery-place', de);
