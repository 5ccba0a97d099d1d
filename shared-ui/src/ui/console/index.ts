export { CenteredMain, ConsoleFrame, ConsoleHeader, ConsoleHeadline } from './console-frame';
export { TokenForm } from './token-form';
export type { TokenFormTexts } from './token-form';
