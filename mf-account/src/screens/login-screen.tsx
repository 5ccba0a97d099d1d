import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { Banner, Stack } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { useTexts } from '../account-texts';
import { NewPassword } from '../features/password-reset';
import { SignInForm } from '../features/sign-in';
import type { SignInMode } from '../features/sign-in';

const LoginScreen = ({ params: [purpose], shell: { navigation } }: ScreenProps) => {
  const t = useTexts();
  const mode: SignInMode = purpose === 'new' ? 'registration' : 'login';
  const switchMode = (next: SignInMode) => navigation.replace('login', ...(next === 'registration' ? ['new'] : []));
  if (purpose === 'reset') return <Sheet title={t('NewPassword')} onClose={navigation.close}><NewPassword /></Sheet>;
  return (
    <Sheet title={t(mode === 'registration' ? 'CreateAccount' : 'LogIn')} onClose={navigation.close}>
      <Stack $gap={16}>
        {purpose === 'changed' && <Banner tone="ok">{t('LogInWithNewPassword')}</Banner>}
        <SignInForm mode={mode} onSwitchMode={switchMode} />
      </Stack>
    </Sheet>
  );
};

export default defineScreen(LoginScreen);
