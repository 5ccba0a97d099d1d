import { defineScreen, Slot, useShell } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { Body } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { useTexts } from '../example-name-texts';

/** Screen that greets a person. The person's name is a part of the screen's URL. */
const ExampleNameScreen = ({ params }: ScreenProps) => {
  const { navigation } = useShell();
  const t = useTexts();
  const personName = params[0] ?? t('Guest');
  return (
    <Sheet title={t('Title')} onClose={() => navigation.close()}>
      <Body>{t('Text')}</Body>
      <Slot name="examplekey/greeting" props={{ personName }} fallback={null} />
    </Sheet>
  );
};

export default defineScreen(ExampleNameScreen);
