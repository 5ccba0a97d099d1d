import { getProviders } from '@mahlzeit/contract';
import type { SignInProvider, ThirdParty } from '@mahlzeit/contract';
import { api, apiQuery, useRetryOnline } from '@mahlzeit/shared-ui/platform';
import {
  AfterDelay,
  Button,
  EmptyState,
  LinkButton,
  Skeleton,
  Small,
  tokens,
  VisuallyHidden,
} from '@mahlzeit/shared-ui/ui';
import type { IconSource } from '@mahlzeit/shared-ui/ui';
import type { MouseEvent } from 'react';
import styled from 'styled-components';
import { useTexts } from '../account-texts';
import { thirdPartyNames } from './third-party-sign-in';
import type { SignInAttempt, ThirdPartySignIn } from './third-party-sign-in';

// Logos keep their own colours in both colour schemes. A light disc makes Google's logo visible on dark backgrounds.
const GoogleLogo: IconSource = ({ size }) => (
  <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <circle cx="12" cy="12" r="12" fill="#FFFFFF" />
    <g transform="translate(12 12) scale(1.16) translate(-12 -12)">
      <path
        fill="#4285F4"
        d="M19.6 12.17c0-.55-.05-1.08-.14-1.59H12v3.01h4.26a3.64 3.64 0 0 1-1.58 2.39v1.96h2.53c1.48-1.37 2.39-3.38 2.39-5.77Z"
      />
      <path
        fill="#34A853"
        d="M12 19.9c2.13 0 3.92-.7 5.22-1.91l-2.54-1.98c-.7.48-1.61.76-2.68.76a4.72 4.72 0 0 1-4.43-3.25H4.95v2.03A7.88 7.88 0 0 0 12 19.9Z"
      />
      <path fill="#FBBC04" d="M7.57 13.52a4.73 4.73 0 0 1 0-3.02V8.47H4.95a7.9 7.9 0 0 0 0 7.08l2.62-2.03Z" />
      <path
        fill="#EA4335"
        d="M12 7.25c1.16 0 2.2.4 3.02 1.18l2.25-2.25A7.57 7.57 0 0 0 12 4.12a7.88 7.88 0 0 0-7.05 4.35l2.62 2.03A4.72 4.72 0 0 1 12 7.25Z"
      />
    </g>
  </svg>
);

const FacebookLogo: IconSource = ({ size }) => (
  <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <circle cx="12" cy="12" r="12" fill="#0866FF" />
    <path
      fill="#FFFFFF"
      d="m15.9 15.47.53-3.47h-3.33V9.75c0-.95.46-1.88 1.96-1.88h1.51V4.92s-1.37-.24-2.69-.24c-2.74 0-4.53 1.66-4.53 4.67V12H6.3v3.47h3.05v8.24a12.1 12.1 0 0 0 3.75 0v-8.24h2.8Z"
    />
  </svg>
);

const AppleLogo: IconSource = ({ size }) => (
  <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path
      fill="currentColor"
      d="M17.06 12.64c-.03-2.6 2.12-3.84 2.21-3.9-1.2-1.76-3.08-2-3.75-2.03-1.6-.16-3.11.94-3.92.94-.81 0-2.06-.92-3.38-.9a5.02 5.02 0 0 0-4.23 2.57c-1.8 3.13-.46 7.77 1.3 10.3.86 1.25 1.88 2.65 3.23 2.6 1.3-.05 1.78-.84 3.35-.84 1.56 0 2 .84 3.37.81 1.4-.02 2.28-1.27 3.13-2.53.98-1.44 1.39-2.84 1.41-2.91-.03-.01-2.7-1.04-2.72-4.11ZM14.5 5c.71-.87 1.2-2.07 1.07-3.27-1.03.04-2.28.69-3.02 1.55-.66.77-1.24 2-1.09 3.17 1.16.09 2.33-.58 3.04-1.45Z"
    />
  </svg>
);

/** Logos of the third parties. */
export const providerLogos: Readonly<Record<ThirdParty, IconSource>> = {
  google: GoogleLogo,
  facebook: FacebookLogo,
  apple: AppleLogo,
};

// Third parties for which the page shows a placeholder (skeleton) until the response with the real ones arrives. Most
// deployments that offer any third party offer all three.
const EXPECTED_PROVIDERS: readonly ThirdParty[] = ['google', 'facebook', 'apple'];

const LoadingProviderButtons = () => {
  const t = useTexts();
  return (
    <>
      <VisuallyHidden role="status">{t('ThirdPartiesLoading')}</VisuallyHidden>
      {EXPECTED_PROVIDERS.map((provider) => (
        <ProviderButtonSpace key={provider}>
          <AfterDelay>
            <Skeleton $height="48px" $radius={tokens.radius.control} />
          </AfterDelay>
        </ProviderButtonSpace>
      ))}
    </>
  );
};

const ProviderButtonSpace = styled.div`
  width: 100%;
  min-height: 48px;
`;

/** Hook that loads the third parties (Google, Facebook, Apple) that this deployment offers for signing in. */
export const { useSignInProvidersQuery } = api.injectEndpoints({
  endpoints: (endpointBuilder) => ({
    signInProviders: endpointBuilder.query<readonly SignInProvider[], void>(apiQuery(getProviders, () => ({}))),
  }),
});

interface ThirdPartyButtonsProps {
  readonly signIn: ThirdPartySignIn;
}

/**
 * One button for each third party that this deployment offers. If the list can't be loaded, a message with a retry
 * button replaces the buttons, and the user can still log in by e-mail address.
 */
export const ThirdPartyButtons = ({ signIn: { stage, lastProvider, startSignIn } }: ThirdPartyButtonsProps) => {
  const t = useTexts();
  const { data, error, isFetching, refetch } = useSignInProvidersQuery();
  const refetchProviders = () => void refetch();
  useRetryOnline(error !== undefined, refetchProviders);
  if (stage.status === 'unsupported') return null;
  if (data !== undefined) {
    const offeredProviders = data.filter(({ enabled }) => enabled).map(({ provider }) => provider);
    return offeredProviders.map((provider) => (
      <Button
        key={provider}
        variant="second"
        isBlock
        icon={providerLogos[provider]}
        isBusy={stage.status === 'preparing'}
        autoFocus={provider === lastProvider}
        onClick={() => startSignIn(provider)}
      >
        {t('ThirdPartyContinue', { provider: thirdPartyNames[provider] })}
      </Button>
    ));
  }
  if (isFetching || error === undefined) return <LoadingProviderButtons />;
  return (
    <ProvidersFailureMessage role="status">
      <Small $tone="quiet">{t('ThirdPartiesFailed')}</Small>
      <LinkButton onClick={refetchProviders}>{t('TryAgain')}</LinkButton>
    </ProvidersFailureMessage>
  );
};

const ProvidersFailureMessage = styled.div`
  display: grid;
  justify-items: center;
  gap: 4px;
  text-align: center;
  text-wrap: balance;
`;

interface ThirdPartyWaitingProps {
  readonly attempt: SignInAttempt;
  readonly signIn: ThirdPartySignIn;
}

const waitingTextsByStatus = {
  waiting: { title: 'ThirdPartyWaitingTitle', text: 'ThirdPartyWaitingText' },
  leaving: { title: 'ThirdPartyLeavingTitle', text: 'ThirdPartyLeavingText' },
  completing: { title: 'ThirdPartyCompletingTitle', text: 'ThirdPartyCompletingText' },
} as const;

// The button to cancel replaces the sign-in button. The second click of a double click on the sign-in button must not
// cancel.
const handleSingleClick =
  (clickAction: () => void) =>
  ({ detail }: MouseEvent): void => {
    if (detail <= 1) clickAction();
  };

/**
 * Text and buttons shown while a sign-in window is open. The page can't see whether the user has closed that window.
 */
export const ThirdPartyWaiting = ({ attempt: { status, provider }, signIn }: ThirdPartyWaitingProps) => {
  const t = useTexts();
  const textValues = { provider: thirdPartyNames[provider] };
  return (
    <div role="status">
      <EmptyState
        icon={providerLogos[provider]}
        title={t(waitingTextsByStatus[status].title, textValues)}
        text={t(waitingTextsByStatus[status].text, textValues)}
      >
        {status === 'waiting' && (
          <Button isBlock variant="second" autoFocus onClick={handleSingleClick(signIn.reopenWindow)}>
            {t('ThirdPartyReopen')}
          </Button>
        )}
        {status === 'waiting' && (
          <Button isBlock variant="quiet" onClick={handleSingleClick(signIn.cancel)}>
            {t('Cancel')}
          </Button>
        )}
      </EmptyState>
    </div>
  );
};
