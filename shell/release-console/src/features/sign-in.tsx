import { Banner, Body, BrandMark, Button, H1, tokens } from '@mahlzeit/shared-ui/ui';
import { PasswordField } from '@mahlzeit/shared-ui/ui/form';
import { useState } from 'react';
import type { FormEvent } from 'react';
import styled from 'styled-components';
import { useTexts } from '../console-texts';
import { useReleases } from '../platform';
import type { SignOutReason } from '../platform';

interface SignInScreenProps {
  readonly signOutReason: SignOutReason;
}

/** Form in which a team or an operator enters a token to sign in. */
export const SignInScreen = ({ signOutReason }: SignInScreenProps) => {
  const t = useTexts();
  const { signIn } = useReleases();
  const [typedToken, setTypedToken] = useState('');
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
        {signOutReason === 'refused' && <Banner tone="err">{t('SignedOut')}</Banner>}
        <PasswordField
          label={t('TokenLabel')}
          hint={t('TokenHint')}
          autoComplete="current-password"
          spellCheck={false}
          value={typedToken}
          error={isTokenMissing ? t('TokenEmpty') : undefined}
          onChange={({ target }) => setTypedToken(target.value)}
        />
        <Button type="submit" isBlock size="large">
          {t('SignIn')}
        </Button>
      </SignInForm>
    </SignInPage>
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
