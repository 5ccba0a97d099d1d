import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { DownloadSheet } from '../features/download';

// On phones it opens by itself while the list still comes: a tap on that goes first.
export default defineScreen(DownloadSheet, { isSliced: true });
