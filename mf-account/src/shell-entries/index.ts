import { defineShellEntries } from '@mahlzeit/shared-ui/shell-entries';
import { CONSENT_PARAM, NEW_USER_PARAM } from '../screen-access';
import de from './locales/de.json';

export default defineShellEntries(de, {
  screens: {
    registration: { title: 'Title_registration' },
    login: { title: 'Title_login' },
    settings: { title: 'Title_settings', drawer: { section: 'service', order: 10, icon: 'settings' } },
    profile: { title: 'Title_profile' },
    security: { title: 'Title_security' },
    changeemail: { title: 'Title_changeemail' },
    editname: { title: 'Title_editname' },
    editpicture: { title: 'Title_editpicture' },
    deleteaccount: { title: 'Title_deleteaccount' },
    support: {
      title: 'Title_support',
      drawer: { section: 'service', order: 20, icon: 'life-buoy', replacedBy: 'helpUrl' },
    },
  },
  reserved: {
    signIn: ['registration'],
    login: ['registration', 'prompt'],
    naming: ['editname', NEW_USER_PARAM],
    verification: ['profile'],
    privacy: ['settings', 'privacy'],
    imprint: ['settings', 'imprint'],
    consent: ['settings', CONSENT_PARAM],
  },
});
