import { has, text } from '../shell-texts';

/** What the tab is called while a modal screen shows, or the main screen (null). A screen may name itself more exactly. */
export const titleOf = (screenKey: string | null): string => {
  const key = `Title_${screenKey ?? ''}`;
  return has(key) ? text('DocumentTitle', { screen: text(key) }) : text('MainTitle');
};
