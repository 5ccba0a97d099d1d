export { createRouter } from './create-router';
export type { Router } from './create-router';
export type { AddressView } from './address-bar';
export type { ModalAddress } from './hash-address';
export type { Page } from './page-route';
export { MAIN_PATH } from './page-route';
export { swallowSecondClick } from './swallow-second-click';
export { followHashLinks, isPlainClick } from './follow-hash-links';
