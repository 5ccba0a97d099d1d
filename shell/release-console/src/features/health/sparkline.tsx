import { formatNumber } from '@mahlzeit/shared-ui/platform';
import { Caption, tokens } from '@mahlzeit/shared-ui/ui';
import styled from 'styled-components';
import { useTexts } from '../../console-texts';
import type { VersionHealth } from '../../releases/overview';
import { bucketsOf, lastHourOf, rateOf, scaleTopOf } from './health-rules';
import type { RemoteHealth } from './health-rules';
import { PlotArea, PlotLines } from './plot-lines';

interface SparklineProps {
  /** Health of the remote's releases; null for a remote of another team. */
  readonly health: readonly VersionHealth[] | null;
  readonly state: RemoteHealth | null;
  readonly now: number;
  readonly isChosen: boolean;
}

// The scale of a small plot begins at this rate, so that a single failure is no mountain.
const MIN_TOP_RATE = 20;

/** Failures of a remote in the last hour: a small plot, and the count in words. */
export const Sparkline = ({ health, state, now, isChosen }: SparklineProps) => {
  const t = useTexts();
  if (health === null || state === null) return <Caption $tone="quiet">{t('HealthHidden')}</Caption>;
  const { visits, failures } = lastHourOf(health, now);
  if (visits === 0) return <Caption $tone="quiet">{t('NoVisits')}</Caption>;
  const rates = bucketsOf(
    health.flatMap(({ minutes }) => minutes),
    now,
  ).map(rateOf);
  const isBad = state === 'failing' || state === 'withdrawn';
  const quietColor = isChosen ? tokens.color.plumText : tokens.color.ink2;
  return (
    <SparkFrame>
      <SparkPlot>
        <PlotArea>
          <PlotLines
            rates={rates}
            top={scaleTopOf([MIN_TOP_RATE, ...rates.filter((rate) => rate !== null)])}
            color={isBad ? tokens.color.err : quietColor}
          />
        </PlotArea>
      </SparkPlot>
      <Caption as="span" $tone="quiet">
        {t('FailuresOfVisits', { failures: formatNumber(failures), visits: formatNumber(visits) })}
      </Caption>
    </SparkFrame>
  );
};

const SparkFrame = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 12px;
`;

const SparkPlot = styled.div`
  position: relative;
  width: 92px;
  height: 26px;
  border-bottom: 1.5px solid ${tokens.color.line};
`;
