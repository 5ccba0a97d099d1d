import { defineTexts } from '@mahlzeit/shared-ui/platform';
import de from './locales/de.json';

/** German texts of the drawer; loaded with its script. */
export const { useTexts } = defineTexts('shell-drawer', de);
