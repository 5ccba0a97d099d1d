import { defineShellEntries } from '@mahlzeit/shared-ui/shell-entries';
import de from './locales/de.json';

export default defineShellEntries(de, {
  screens: {
    details: { title: 'Title_details', frame: 'wide' },
    filters: { title: 'Title_filters' },
    tagselection: { title: 'Title_tagselection' },
    download: { title: 'Title_download', frame: 'low' },
  },
  reserved: { download: ['download'] },
  paths: { r: 'details' },
});
