import { defineTexts } from '@mahlzeit/shared-ui/platform';
import de from './locales/de.json';

/** German texts of the drawer; they are in the drawer's script. */
export const { useTexts } = defineTexts('shell-drawer', de);
