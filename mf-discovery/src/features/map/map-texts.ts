import { defineTexts } from '@mahlzeit/shared-ui/platform';
import de from './locales/de.json';

/** What only the map says, so that the list need not wait for it. */
export const { useTexts, text } = defineTexts('discovery-map', de);
