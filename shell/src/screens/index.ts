export { createScreenDirectory } from './screen-directory';
export type { ScreenDirectory } from './screen-directory';
export { createFocusKeeper } from './focus-keeper';
export type { FocusKeeper } from './focus-keeper';
export { useDeclaration } from './use-declaration';
export type { DeclarationSource } from './use-declaration';
export { ModalHost } from './modal-host';
export { titleOf } from './screen-title';
