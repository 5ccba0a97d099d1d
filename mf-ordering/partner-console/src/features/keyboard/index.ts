export { KeyCap } from './key-cap';
export { AllKeysDialog, KeyFooter } from './key-footer';
export { useKeyCommands } from './keyboard';
export type { KeyCommand } from './keyboard';
