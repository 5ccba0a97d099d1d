export { DownloadSheet } from './download-sheet';
