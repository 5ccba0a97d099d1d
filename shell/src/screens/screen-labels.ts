import { defineTexts } from '@mahlzeit/shared-ui/platform';
import de from './locales/de.json';

const { has, text } = defineTexts('shell-screens', de);

/** Returns the tab's title for a modal screen's key; null for a key without a label. */
export const screenLabel = (screenKey: string): string | null => {
  const key = `Title_${screenKey}`;
  return has(key) ? text(key) : null;
};
