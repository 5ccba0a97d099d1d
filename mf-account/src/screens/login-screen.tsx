import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { useTexts } from '../account-texts';
import { SignInForm } from '../features/sign-in';
import type { SignInMode } from '../features/sign-in';

const LoginScreen = ({ params, shell: { navigation } }: ScreenProps) => {
  const t = useTexts();
  const mode: SignInMode = params[0] === 'new' ? 'registration' : 'login';
  const switchMode = (next: SignInMode) => navigation.replace('login', ...(next === 'registration' ? ['new'] : []));
  return (
    <Sheet title={t(mode === 'registration' ? 'CreateAccount' : 'LogIn')} onClose={navigation.close}>
      <SignInForm mode={mode} onSwitchMode={switchMode} />
    </Sheet>
  );
};

export default defineScreen(LoginScreen);
