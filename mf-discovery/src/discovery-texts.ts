import { defineTexts } from '@mahlzeit/shared-ui/platform';
import de from '../locales/de.json';

/** German texts of mf-discovery: as a hook, and as functions outside of components. */
export const { useTexts, text, has } = defineTexts('discovery', de);
