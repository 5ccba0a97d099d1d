import { berlinDay } from '@mahlzeit/contract/rules';
import type { ReleaseToken } from '@mahlzeit/contract';
import { formatDay, formatTime } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { Button, Icon, media, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { ConsoleHeader as HeaderFrame, ConsoleHeadline, StaleLine } from '@mahlzeit/shared-ui/ui/console';
import { CircleAlert, CircleCheck, LogOut } from 'lucide-react';
import styled from 'styled-components';
import { consoleErrorText, useTexts } from '../console-texts';
import { summarizeHealth } from '../features/health';
import { useReleases } from '../platform';
import type { Overview } from '../releases/overview';

interface ConsoleHeaderProps {
  readonly token: ReleaseToken;
  readonly now: number;
  readonly overview: Overview | null;
  /** Error of the last request; null if it succeeded. */
  readonly error: ApiError | null;
  /** Whether a request is running that the user has started by a retry. */
  readonly isRetrying: boolean;
}

const HealthStatus = ({ overview, now }: { readonly overview: Overview; readonly now: number }) => {
  const t = useTexts();
  const { known, healthy } = summarizeHealth(overview.remotes, now);
  if (known === 0) return null;
  const isHealthy = healthy === known;
  return (
    <HealthBadge $isHealthy={isHealthy}>
      <Icon source={isHealthy ? CircleCheck : CircleAlert} size={18} />
      {t('HealthSummary', { healthy: String(healthy), known: String(known) })}
    </HealthBadge>
  );
};

/**
 * Header of the release console: the owner of the token, the health of the remotes, and the time of the gateway's
 * machine.
 */
export const ConsoleHeader = ({ token, now, overview, error, isRetrying }: ConsoleHeaderProps) => {
  const t = useTexts();
  const { refresh, signOut } = useReleases();
  return (
    <>
      <HeaderBar>
        <ConsoleHeadline
          title={t('Heading')}
          subtitle={
            token.remote === null
              ? t('TokenOfAll', { name: token.name })
              : t('TokenOfRemote', { name: token.name, remote: token.remote })
          }
        />
        <HeaderFacts>
          {overview !== null && <HealthStatus overview={overview} now={now} />}
          <span>{t('ServerTime', { day: formatDay(berlinDay(now)), time: formatTime(now) })}</span>
        </HeaderFacts>
        <Button variant="quiet" size="small" icon={LogOut} onClick={signOut}>
          {t('SignOut')}
        </Button>
      </HeaderBar>
      <StaleLine
        text={
          error === null || overview === null
            ? null
            : `${consoleErrorText(error)} ${t('StaleText', { time: formatTime(overview.readAt) })}`
        }
        isOffline={error?.status === 0}
        retryLabel={t('Retry')}
        isRetrying={isRetrying}
        onRetry={() => void refresh()}
      />
    </>
  );
};

const HeaderBar = styled(HeaderFrame)`
  flex-wrap: wrap;
  gap: 8px 14px;
  ${media.below600} {
    padding: 8px 16px;
  }
`;

const HeaderFacts = styled.div`
  ${textStyles.label}
  ${textStyles.digits}
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 16px;
  ${media.below600} {
    order: 1;
    flex-basis: 100%;
  }
`;

const HealthBadge = styled.span<{ readonly $isHealthy: boolean }>`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  color: ${({ $isHealthy }) => ($isHealthy ? tokens.color.ok : tokens.color.err)};
`;
