export { KeyCap } from './key-cap';
export { AllKeys, KeyFooter } from './key-footer';
export { useKeyCommands } from './keyboard';
export type { KeyCommand } from './keyboard';
