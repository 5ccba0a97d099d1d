import type { ScreenCase } from '../../e2e/remotes/screen-case';
import { openScreen } from '../../e2e/remotes/screen-case';
import { dialogOf } from '../../e2e/world/locators';
import type { Page } from '../../e2e/world/world-test';

const locateTextInDialog = (expectedText: string | RegExp) => (page: Page) =>
  page.getByRole('dialog').getByText(expectedText).first();

/** Screen states of settings, legal texts and support for an anonymous visitor. */
export const settingsCases: readonly ScreenCase[] = [
  { name: 'settings', open: openScreen('settings'), shown: (page) => dialogOf(page, 'Einstellungen') },
  { name: 'imprint', open: openScreen('settings/imprint'), shown: locateTextInDialog(/§ 18/) },
  { name: 'privacy', open: openScreen('settings/privacy'), shown: locateTextInDialog('Wer verantwortlich ist') },
  { name: 'support', open: openScreen('support'), shown: (page) => dialogOf(page, 'Hilfe und Kontakt') },
];

/** Screen states of the settings for a member, who sees more rows than a visitor. */
export const memberSettingsCases: readonly ScreenCase[] = [
  { name: 'settings of a member', open: openScreen('settings'), shown: (page) => dialogOf(page, 'Einstellungen') },
];
