import { defineTexts } from '@mahlzeit/shared-ui/platform';
import de from './locales/de.json';

/** German texts of drafts of invitations: `useTexts` for components, `text` for other code. */
export const { useTexts, text } = defineTexts('invitationDraft', de);
