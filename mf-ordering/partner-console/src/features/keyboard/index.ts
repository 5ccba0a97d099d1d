export { KeyCap } from './key-cap';
export { AllKeys, KeyFooter } from './key-footer';
export { useKeys } from './keyboard';
export type { KeyCommand } from './keyboard';
