import { usePageTitle } from '@mahlzeit/shared-ui/platform/standalone';
import { Button, ErrorState, GlobalStyle, RowSkeletons, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import styled from 'styled-components';
import { consoleErrorText, useTexts } from '../console-texts';
import type { Sound } from '../features/alerts';
import { NoticesProvider } from '../features/notices';
import { SignInScreen } from '../features/sign-in';
import { PartnerProvider, usePartner, usePartnerSession } from '../platform';
import type { PartnerPlatform } from '../platform';
import { Console } from './console';

interface PageProps {
  readonly sound: Sound;
  /** Whether the server is a sandbox, in which no real money is moved. */
  readonly isSandbox: boolean;
}

const CheckingTokenPage = () => {
  const t = useTexts();
  usePageTitle(t('PageTitle'));
  return (
    <CenteredMain>
      <VisuallyHidden role="status">{t('Checking')}</VisuallyHidden>
      <RowSkeletons />
    </CenteredMain>
  );
};

const GatewayUnreachedPage = ({ error }: { readonly error: unknown }) => {
  const t = useTexts();
  const { refresh, signOut } = usePartner();
  usePageTitle(t('PageTitle'));
  return (
    <CenteredMain>
      <ErrorState title={t('UnreachedTitle')} text={consoleErrorText(error)} level={1} onRetry={() => void refresh()} />
      <Button variant="quiet" isBlock onClick={signOut}>
        {t('SignOut')}
      </Button>
    </CenteredMain>
  );
};

const SignedOutPage = ({ signOutReason }: Parameters<typeof SignInScreen>[0]) => {
  const t = useTexts();
  usePageTitle(t('PageTitle'));
  return <SignInScreen signOutReason={signOutReason} />;
};

const SessionPage = (props: PageProps) => {
  const session = usePartnerSession();
  switch (session.status) {
    case 'signedOut':
      return <SignedOutPage signOutReason={session.signOutReason} />;
    case 'checking':
      return <CheckingTokenPage />;
    case 'unreached':
      return <GatewayUnreachedPage error={session.error} />;
    case 'open':
      return <Console key={session.owner.key} restaurant={session.owner} {...props} />;
  }
};

/** The restaurant's console, with its platform and its session. It is a page of its own, without the shell. */
export const PartnerApp = ({ platform, ...props }: PageProps & { readonly platform: PartnerPlatform }) => (
  <PartnerProvider platform={platform}>
    <GlobalStyle />
    <NoticesProvider>
      <SessionPage {...props} />
    </NoticesProvider>
  </PartnerProvider>
);

const CenteredMain = styled.main`
  width: min(640px, 100%);
  margin: 0 auto;
  padding: 48px 16px;
`;
