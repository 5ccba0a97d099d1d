import { ThirdParty } from '@mahlzeit/contract';
import type { SignInWays } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import { formatDate, useShell } from '@mahlzeit/shared-ui/platform';
import {
  Banner,
  Button,
  ButtonLink,
  Icon,
  LinkButton,
  Row,
  Rows,
  RowSkeletons,
  Section,
  Stack,
  VisuallyHidden,
} from '@mahlzeit/shared-ui/ui';
import { KeyRound } from 'lucide-react';
import { useTexts } from '../../account-texts';
import { RowAction } from '../row-action';
import { providerLogos, useSignInProvidersQuery } from '../third-party-buttons';
import { thirdPartyNames } from '../third-party-sign-in';
import { useSignInWays, useUnlink } from './use-sign-in-ways';

type Link = SignInWays['providers'][number];

interface ProviderRowProps {
  readonly provider: ThirdParty;
  /** Link between the user's account and an account at the third party; undefined if there is none. */
  readonly link: Link | undefined;
  readonly isBusy: boolean;
  readonly onUnlink: () => void;
}

const ProviderRow = ({ provider, link, isBusy, onUnlink }: ProviderRowProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  const providerName = thirdPartyNames[provider];
  const linkedText = (linkedAt: number | null): string =>
    linkedAt === null
      ? t('ProviderOfRegistration')
      : t('ProviderLinkedSince', { date: formatDate(berlinDay(linkedAt)) });
  return (
    <Row
      leading={<Icon source={providerLogos[provider]} size={24} />}
      title={providerName}
      text={link === undefined ? t('ProviderNotLinked') : linkedText(link.linkedAt)}
      trailing={
        <RowAction>
          {link === undefined ? (
            <ButtonLink variant="quiet" size="small" href={navigation.hrefOf('security', 'link', provider)}>
              {t('Link')}
              <VisuallyHidden> {providerName}</VisuallyHidden>
            </ButtonLink>
          ) : (
            <Button variant="quiet" size="small" isBusy={isBusy} onClick={onUnlink}>
              {t('Unlink')}
              <VisuallyHidden> {providerName}</VisuallyHidden>
            </Button>
          )}
        </RowAction>
      }
    />
  );
};

const WayList = ({ ways }: { readonly ways: SignInWays }) => {
  const t = useTexts();
  const { navigation } = useShell();
  const { data: offeredProviders = [] } = useSignInProvidersQuery();
  const { isBusy, proofSheet, unlink } = useUnlink();
  const linkOf = (provider: ThirdParty): Link | undefined => ways.providers.find((link) => link.provider === provider);
  const isOffered = (provider: ThirdParty): boolean =>
    offeredProviders.some((offered) => offered.provider === provider && offered.enabled);
  const shownProviders = ThirdParty.options.filter((provider) => linkOf(provider) !== undefined || isOffered(provider));
  return (
    <>
      <Rows aria-label={t('SignInWays')}>
        {ways.password && (
          <Row
            leading={<Icon source={KeyRound} size={24} />}
            title={t('ChangePassword')}
            href={navigation.hrefOf('security', 'password')}
          />
        )}
        {shownProviders.map((provider) => (
          <ProviderRow
            key={provider}
            provider={provider}
            link={linkOf(provider)}
            isBusy={isBusy}
            onUnlink={() => unlink(provider)}
          />
        ))}
      </Rows>
      {proofSheet}
    </>
  );
};

/** Section that lists the ways in which the user can sign in: the password and the third parties. */
export const SignInWaysSection = () => {
  const t = useTexts();
  const { ways, hasFailed, retry } = useSignInWays();
  return (
    <Section title={t('SignInWays')} isSmall>
      <Stack $gap={12}>
        {hasFailed && (
          <Banner tone="warn" action={<LinkButton onClick={retry}>{t('TryAgain')}</LinkButton>}>
            {t('SignInWaysFailed')}
          </Banner>
        )}
        {ways === null && !hasFailed && <RowSkeletons count={2} />}
        {ways !== null && <WayList ways={ways} />}
      </Stack>
    </Section>
  );
};
