export { createFocusKeeper } from './focus-keeper';
export type { FocusKeeper } from './focus-keeper';
export { ModalHost } from './modal-host';
export { remoteOfModal } from './remote-of-modal';
export { titleOf } from './screen-title';
export { useDeclaration } from './use-declaration';
