export { CenteredMain, ConsoleFrame, ConsoleHeader, ConsoleHeadline } from './console-frame';
export { KeyCap, KeyFooter } from './key-footer';
export { NoticesProvider, useNotice } from './notices';
export type { Notice } from './notices';
export { StaleLine } from './stale-line';
export { TokenForm } from './token-form';
export type { TokenFormTexts } from './token-form';
export { ViewButton, ViewButtons } from './view-buttons';
