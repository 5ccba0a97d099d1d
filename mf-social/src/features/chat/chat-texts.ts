import { defineTexts } from '@mahlzeit/shared-ui/platform';
import de from './locales/de.json';

/** German texts of chats. */
export const { useTexts, text } = defineTexts('chat', de);
