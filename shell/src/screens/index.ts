export { createFocusKeeper } from './focus-keeper';
export type { FocusKeeper } from './focus-keeper';
export { ModalHost } from './modal-host';
export { remoteOfModal } from './remote-of-modal';
export { createPageTitle } from './create-page-title';
export type { PageTitle } from './create-page-title';
export { useDeclaration } from './use-declaration';
