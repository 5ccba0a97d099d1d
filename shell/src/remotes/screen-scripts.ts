import { ScreenScripts } from '@mahlzeit/contract';

/** Id of the data block with the scripts of the screens, which the gateway adds after the page's content. */
const SCREEN_SCRIPTS_ELEMENT_ID = 'screen-scripts';

/**
 * Reads from the page which scripts each modal screen loads when it opens. If the data block is missing or invalid,
 * there are none, and screens load their scripts when they open.
 */
export const readScreenScripts = (page: Pick<Document, 'getElementById'>): ScreenScripts => {
  const parseResult = ScreenScripts.safeParse(
    JSON.parse(page.getElementById(SCREEN_SCRIPTS_ELEMENT_ID)?.textContent || '{}'),
  );
  return parseResult.success ? parseResult.data : {};
};
