import { usePageTitle } from '@mahlzeit/shared-ui/platform/standalone';
import { Button, ErrorState, GlobalStyle, RowSkeletons, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import styled from 'styled-components';
import { consoleErrorText, useTexts } from '../console-texts';
import { SignInScreen } from '../features/sign-in';
import { ReleaseProvider, useReleases, useReleaseSession } from '../platform';
import type { ReleasePlatform } from '../platform';
import { Console } from './console';

const CheckingTokenPage = () => {
  const t = useTexts();
  return (
    <CenteredMain>
      <VisuallyHidden role="status">{t('Checking')}</VisuallyHidden>
      <RowSkeletons />
    </CenteredMain>
  );
};

const GatewayUnreachedPage = ({ error }: { readonly error: unknown }) => {
  const t = useTexts();
  const { checkToken, signOut } = useReleases();
  return (
    <CenteredMain>
      <ErrorState title={t('FailedTitle')} text={consoleErrorText(error)} level={1} onRetry={() => void checkToken()} />
      <Button variant="quiet" isBlock onClick={signOut}>
        {t('SignOut')}
      </Button>
    </CenteredMain>
  );
};

const SessionPage = () => {
  const t = useTexts();
  const session = useReleaseSession();
  usePageTitle(t('PageTitle'));
  switch (session.status) {
    case 'signedOut':
      return <SignInScreen signOutReason={session.signOutReason} />;
    case 'checking':
      return <CheckingTokenPage />;
    case 'unreached':
      return <GatewayUnreachedPage error={session.error} />;
    case 'open':
      return <Console token={session.owner} />;
  }
};

/** The view of releases, with its platform and its session. It is a page of its own, without the shell. */
export const ReleaseApp = ({ platform }: { readonly platform: ReleasePlatform }) => (
  <ReleaseProvider platform={platform}>
    <GlobalStyle />
    <SessionPage />
  </ReleaseProvider>
);

const CenteredMain = styled.main`
  width: min(640px, 100%);
  margin: 0 auto;
  padding: 48px 16px;
`;
