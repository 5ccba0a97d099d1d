import type { ThirdParty } from '@mahlzeit/contract';
import { useRetryWhenBack } from '@mahlzeit/shared-ui/platform';
import { AfterDelay, Button, LinkButton, Skeleton, Small, tokens, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import styled from 'styled-components';
import { useTexts } from '../../account-texts';
import { providerLogos } from './provider-marks';
import { useSignInProvidersQuery } from './third-party-api';
import { thirdPartyNames } from './third-party-names';
import type { ThirdPartySignIn } from './use-third-party-sign-in';

// Before the answer comes, nobody knows how many there are; a deployment that offers any offers all three, as a rule.
const EXPECTED: readonly ThirdParty[] = ['google', 'facebook', 'apple'];

interface ThirdPartyButtonsProps {
  readonly signIn: ThirdPartySignIn;
}

/** A button for each third party that is offered; without them the other ways remain. */
export const ThirdPartyButtons = ({ signIn: { stage, lastAsked, begin } }: ThirdPartyButtonsProps) => {
  const t = useTexts();
  const { data, error, isFetching, refetch } = useSignInProvidersQuery();
  const retry = () => void refetch();
  useRetryWhenBack(error !== undefined, retry);
  if (stage.status === 'unsupported') return null;
  if (data !== undefined) {
    const offered = data.filter(({ enabled }) => enabled).map(({ provider }) => provider);
    return offered.map((provider) => (
      <Button
        key={provider}
        variant="second"
        isBlock
        icon={providerLogos[provider]}
        isBusy={stage.status === 'preparing'}
        autoFocus={provider === lastAsked}
        onClick={() => begin(provider)}
      >
        {t('ThirdPartyContinue', { provider: thirdPartyNames[provider] })}
      </Button>
    ));
  }
  if (isFetching || error === undefined) return <LoadingButtons />;
  return (
    <Failed role="status">
      <Small $tone="quiet">{t('ThirdPartiesFailed')}</Small>
      <LinkButton onClick={retry}>{t('TryAgain')}</LinkButton>
    </Failed>
  );
};

const LoadingButtons = () => {
  const t = useTexts();
  return (
    <>
      <VisuallyHidden role="status">{t('ThirdPartiesLoading')}</VisuallyHidden>
      {EXPECTED.map((provider) => <Place key={provider}><AfterDelay><Skeleton $height="48px" $radius={tokens.radius.control} /></AfterDelay></Place>)}
    </>
  );
};

const Place = styled.div`
  width: 100%;
  min-height: 48px;
`;

const Failed = styled.div`
  display: grid;
  justify-items: center;
  gap: 4px;
  text-align: center;
  text-wrap: balance;
`;
