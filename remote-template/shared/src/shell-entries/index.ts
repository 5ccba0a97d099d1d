import { defineShellEntries } from '@mahlzeit/shared-ui/shell-entries';
import de from './locales/de.json';

export default defineShellEntries(de, {
  screens: {
    examplekey: {
      title: 'Title_examplekey',
      drawer: { section: 'account', order: 25, icon: 'flask-conical' },
    },
  },
  // A link `/examplekey/Anna` opens `#examplekey/Anna`.
  paths: { examplekey: 'examplekey' },
});
