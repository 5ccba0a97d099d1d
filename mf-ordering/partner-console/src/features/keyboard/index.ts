export { AllKeysDialog, ConsoleKeys } from './console-keys';
export { useKeyCommands } from './keyboard';
export type { KeyCommand } from './keyboard';
