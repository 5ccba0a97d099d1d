export { AppButton } from './app-button';
export { DownloadSheet } from './download-sheet';
