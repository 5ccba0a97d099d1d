import { formatNumber } from '@mahlzeit/shared-ui/platform';
import { Caption, Icon, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { CircleAlert } from 'lucide-react';
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

// Smallest failure rate at the upper end of a small diagram, so that a single failure doesn't look like a mountain.
const MIN_TOP_RATE = 20;

const BadStateText = ({ state }: { readonly state: 'failing' | 'withdrawn' }) => {
  const t = useTexts();
  return (
    <FailingStateText>
      <Icon source={CircleAlert} size={16} />
      {state === 'failing' ? t('StateFailing') : t('StateWithdrawn')}
    </FailingStateText>
  );
};

/** Failures of a remote in the last hour: a small diagram, the number as text, and a text about a bad state. */
export const Sparkline = ({ health, state, now, isChosen }: SparklineProps) => {
  const t = useTexts();
  if (health === null || state === null) return <Caption $tone="quiet">{t('HealthHidden')}</Caption>;
  const { visits, failures } = lastHourOf(health, now);
  if (visits === 0) return <Caption $tone="quiet">{t('NoVisits')}</Caption>;
  const rates = bucketsOf(
    health.flatMap(({ minutes }) => minutes),
    now,
  ).map(rateOf);
  const badState = state === 'failing' || state === 'withdrawn' ? state : null;
  const quietColor = isChosen ? tokens.color.plumText : tokens.color.ink2;
  return (
    <SparkFrame>
      <SparkPlot>
        <PlotArea>
          <PlotLines
            rates={rates}
            top={scaleTopOf([MIN_TOP_RATE, ...rates.filter((rate) => rate !== null)])}
            color={badState !== null ? tokens.color.err : quietColor}
          />
        </PlotArea>
      </SparkPlot>
      <Caption as="span" $tone="quiet">
        {t('FailuresOfVisits', { failures: formatNumber(failures), visits: formatNumber(visits) })}
      </Caption>
      {badState !== null && <BadStateText state={badState} />}
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

const FailingStateText = styled.span`
  ${textStyles.caption}
  display: inline-flex;
  align-items: center;
  gap: 4px;
  font-weight: 600;
  color: ${tokens.color.err};
  > svg {
    flex: none;
  }
`;
