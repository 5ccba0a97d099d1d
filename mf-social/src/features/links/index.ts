export { LinkBox, QrCode } from './link-display';
export { OwnLinkSheet, PlaceLinkSheet } from './link-sheets';
export { copyText, hasShareSheet, shareLink } from './share-link';
