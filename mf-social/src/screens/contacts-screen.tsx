import { defineScreen } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { ContactTabs } from '../features/contact-list';
import { useTexts } from '../social-texts';

const ContactsScreen = ({ shell: { navigation } }: ScreenProps) => {
  const t = useTexts();
  return (
    <Sheet title={t('Contacts')} onClose={navigation.close}>
      <ContactTabs />
    </Sheet>
  );
};

export default defineScreen(ContactsScreen);
