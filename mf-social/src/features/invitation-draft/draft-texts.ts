import { defineTexts } from '@mahlzeit/shared-ui/platform';
import de from './locales/de.json';

/** German texts about drafts of invitations: `useTexts` for components, `text` for other code. */
export const { useTexts, text } = defineTexts('invitationDraft', de);
