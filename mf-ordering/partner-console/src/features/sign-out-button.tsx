import { Banner, Body, Button, H1, BrandMark, tokens } from '@mahlzeit/shared-ui/ui';
import type { IconSource } from '@mahlzeit/shared-ui/ui';
import { AlertDialog } from '@mahlzeit/shared-ui/ui/dialog';
import { PasswordField } from '@mahlzeit/shared-ui/ui/form';
import { useState } from 'react';
import type { FormEvent } from 'react';
import styled from 'styled-components';
import { useTexts } from '../console-texts';
import { usePartner } from '../platform';
import type { SignOutReason } from '../platform';

interface SignInScreenProps {
  readonly signOutReason: SignOutReason;
}

/** Form in which the restaurant enters its token to sign in. */
export const SignInScreen = ({ signOutReason }: SignInScreenProps) => {
  const t = useTexts();
  const { signIn } = usePartner();
  const [typedToken, setToken] = useState('');
  const [isTokenMissing, setIsTokenMissing] = useState(false);
  const submitToken = (event: FormEvent): void => {
    event.preventDefault();
    setIsTokenMissing(typedToken.trim() === '');
    if (typedToken.trim() !== '') void signIn(typedToken);
  };
  return (
    <SignInPage>
      <SignInForm onSubmit={submitToken} noValidate>
        <BrandMark size={48} />
        <H1>{t('SignInTitle')}</H1>
        <Body $tone="quiet">{t('SignInText')}</Body>
        {signOutReason !== 'nobody' && <Banner tone="err">{t(`SignedOut_${signOutReason}`)}</Banner>}
        <PasswordField
          label={t('TokenLabel')}
          hint={t('TokenHint')}
          autoComplete="current-password"
          spellCheck={false}
          value={typedToken}
          error={isTokenMissing ? t('TokenEmpty') : undefined}
          onChange={({ target }) => setToken(target.value)}
        />
        <Button type="submit" isBlock size="large">
          {t('SignIn')}
        </Button>
      </SignInForm>
    </SignInPage>
  );
};

/** Button that signs this device out. It asks for confirmation, because the device shows no orders without a token. */
export const SignOutButton = ({ icon }: { readonly icon: IconSource }) => {
  const t = useTexts();
  const { signOut } = usePartner();
  const [isConfirmationOpen, setIsConfirmationOpen] = useState(false);
  const onConfirmationAnswer = (id: string | null): void => {
    setIsConfirmationOpen(false);
    if (id === 'leave') signOut();
  };
  return (
    <>
      <Button variant="quiet" icon={icon} onClick={() => setIsConfirmationOpen(true)}>
        {t('SignOut')}
      </Button>
      {isConfirmationOpen && (
        <AlertDialog
          title={t('SignOutTitle')}
          actions={[
            { id: 'stay', label: t('StaySignedIn'), tone: 'safe' },
            { id: 'leave', label: t('SignOut'), tone: 'danger' },
          ]}
          onChoose={onConfirmationAnswer}
        >
          {t('SignOutText')}
        </AlertDialog>
      )}
    </>
  );
};

const SignInPage = styled.main`
  display: grid;
  place-items: center;
  min-height: 100dvh;
  padding: 24px 16px;
`;

const SignInForm = styled.form`
  display: grid;
  gap: 16px;
  width: min(420px, 100%);
  padding: 28px 24px;
  border-radius: ${tokens.radius.dialog};
  background: ${tokens.color.surface};
  box-shadow: ${tokens.color.e2};
`;
