import { defineTexts } from '@mahlzeit/shared-ui/platform';
import de from './locales/de.json';

const { has, text } = defineTexts('shell-screens', de);

/** What the tab is called while a modal screen shows, by its key; null for a key that has no label. */
export const screenLabel = (screenKey: string): string | null => {
  const key = `Title_${screenKey}`;
  return has(key) ? text(key) : null;
};
