export { offerDownload } from './offer-download';
export { createRouter } from './create-router';
export type { Router } from './create-router';
export { isSameAddress, parseHash } from './hash-address';
export type { ModalAddress } from './hash-address';
export { MAIN_PATH } from './page-route';
export { takeFromAddress } from './take-from-address';
export { swallowSecondClick } from './swallow-second-click';
export { followHashLinks, isPlainClick } from './follow-hash-links';
