import { defineTexts } from '@mahlzeit/shared-ui/platform';
import de from './locales/de.json';

/** German texts of what the drawer shows, which come with it. */
export const { useTexts } = defineTexts('shell-drawer', de);
