import { defineTexts } from '@mahlzeit/shared-ui/platform';
import de from '../../locales/de.json';

/** The shell's own German. */
export const { useTexts, text, has } = defineTexts('shell', de);
