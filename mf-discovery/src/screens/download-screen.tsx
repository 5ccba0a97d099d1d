import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { DownloadSheet } from '../features/download';

export default defineScreen(DownloadSheet);
