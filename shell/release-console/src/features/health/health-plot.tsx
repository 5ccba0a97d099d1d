import { MIN_WITHDRAWAL_FAILURES } from '@mahlzeit/contract/rules';
import { formatTime, formatNumber } from '@mahlzeit/shared-ui/platform';
import { Caption, Small, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import styled from 'styled-components';
import { text, useTexts } from '../../console-texts';
import type { VersionHealth } from '../../releases/overview';
import { shortVersionOf } from '../../releases/versions';
import { bucketsOf, PLOT_DURATION_MS, rateOf, scaleTopOf } from './health-rules';
import { PlotArea, PlotLines } from './plot-lines';

interface HealthPlotProps {
  /** Health (visits and failures) of the shown release; null if no visitor has reported about it. */
  readonly health: VersionHealth | null;
  /** Health of the release with which it is compared; null if it is unknown. */
  readonly former: VersionHealth | null;
  readonly version: string;
  readonly formerVersion: string;
  /**
   * Number of failures per thousand visits above which the gateway takes the release back; null if it can't be taken
   * back.
   */
  readonly limit: number | null;
  readonly now: number;
}

const countText = ({ version, failures, visits }: VersionHealth): string =>
  text('PlotLineText', {
    version,
    failures: formatNumber(failures),
    visits: formatNumber(visits),
  });

const returnRuleText = (limit: number | null): string =>
  limit === null
    ? text('ReturnRuleNone')
    : text('ReturnRule', { failures: MIN_WITHDRAWAL_FAILURES, rate: formatNumber(limit) });

/** Diagram of the failures per thousand visits in the last hour: the shown release, the former one, and the limit. */
export const HealthPlot = ({ health, former, version, formerVersion, limit, now }: HealthPlotProps) => {
  const t = useTexts();
  if (health === null || health.visits === 0)
    return (
      <Small $tone="quiet">
        {t('PlotNoVisits')} {returnRuleText(limit)}
      </Small>
    );
  const rates = bucketsOf(health.minutes, now).map(rateOf);
  const formerRates = former === null ? [] : bucketsOf(former.minutes, now).map(rateOf);
  const scaleTop = scaleTopOf([...rates, ...formerRates, limit].filter((rate) => rate !== null));
  const label = shortVersionOf(version, formerVersion);
  const hasFormer = former !== null && formerVersion !== version;
  const startTimeText = formatTime(now - PLOT_DURATION_MS);
  const plotText = t('PlotText', {
    start: startTimeText,
    end: formatTime(now),
    lines: [health, ...(hasFormer ? [former] : [])].map(countText).join(' '),
  });
  return (
    <PlotFrame>
      <Caption $tone="quiet">{t('PlotTitle', { visits: formatNumber(health.visits), version: label })}</Caption>
      <PlotGrid role="img" aria-label={plotText}>
        <TopTick aria-hidden>{formatNumber(scaleTop)}</TopTick>
        <ZeroTick aria-hidden>{formatNumber(0)}</ZeroTick>
        <PlotBox>
          <PlotArea>
            <PlotLines rates={formerRates} top={scaleTop} color={tokens.color.lineStrong} />
            <PlotLines rates={rates} top={scaleTop} color={tokens.color.plumText} />
          </PlotArea>
          {limit !== null && (
            <FailureLimitLine style={{ bottom: `${(Math.min(limit, scaleTop) / scaleTop) * 100}%` }} />
          )}
        </PlotBox>
        <StartTick aria-hidden>{startTimeText}</StartTick>
        <EndTick aria-hidden>{formatTime(now)}</EndTick>
      </PlotGrid>
      <Legend aria-hidden>
        <LegendItem $color={tokens.color.plumText}>{label}</LegendItem>
        {hasFormer && (
          <LegendItem $color={tokens.color.lineStrong}>{shortVersionOf(formerVersion, version)}</LegendItem>
        )}
        {limit !== null && <LimitItem>{t('PlotLimit', { rate: formatNumber(limit) })}</LimitItem>}
      </Legend>
      <Caption $tone="quiet">{returnRuleText(limit)}</Caption>
    </PlotFrame>
  );
};

const PlotFrame = styled.div`
  display: grid;
  gap: 8px;
  min-width: 0;
`;

const PlotGrid = styled.div`
  ${textStyles.caption}
  ${textStyles.digits}
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) minmax(0, 1fr);
  grid-template-rows: auto 84px auto auto;
  column-gap: 10px;
  color: ${tokens.color.ink2};
`;

const TopTick = styled.span`
  grid-area: 1 / 1;
  text-align: right;
  transform: translateY(-20%);
`;

const ZeroTick = styled.span`
  grid-area: 3 / 1;
  text-align: right;
  transform: translateY(30%);
`;

const PlotBox = styled.div`
  position: relative;
  grid-area: 1 / 2 / 4 / 4;
  min-height: 0;
  margin-block: 8px;
  border-block: 1px solid ${tokens.color.line};
`;

const FailureLimitLine = styled.div`
  position: absolute;
  inset-inline: 0;
  border-top: 1.5px dashed ${tokens.color.err};
`;

const StartTick = styled.span`
  grid-area: 4 / 2;
`;

const EndTick = styled.span`
  grid-area: 4 / 3;
  text-align: right;
`;

const Legend = styled.div`
  ${textStyles.caption}
  ${textStyles.digits}
  display: flex;
  flex-wrap: wrap;
  gap: 4px 16px;
  overflow-wrap: anywhere;
`;

const LegendItem = styled.span<{ readonly $color: string }>`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-width: 0;
  &::before {
    content: '';
    flex: none;
    width: 16px;
    border-top: 2.5px solid ${({ $color }) => $color};
  }
`;

const LimitItem = styled(LegendItem).attrs({ $color: tokens.color.err })`
  color: ${tokens.color.err};
  &::before {
    border-top-style: dashed;
  }
`;
