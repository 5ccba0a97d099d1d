import type { ReleaseSummary } from '@mahlzeit/contract';
import { Badge, Body, Caption, H2, Icon, Small, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { ArrowLeft, ArrowRight, CircleAlert, Pin, Users } from 'lucide-react';
import { useState } from 'react';
import type { Ref } from 'react';
import styled from 'styled-components';
import { useTexts } from '../console-texts';
import { Acts } from '../features/acts';
import { DiffTable, VersionSelect } from '../features/diff';
import { healthOfVersion, HealthPlot, returnRateOf } from '../features/health';
import { defaultComparisonOf, focusedReleaseOf, shareOf } from '../releases/delivered-releases';
import { isOwnRemote } from '../releases/overview';
import type { OwnRemote, RemoteOverview } from '../releases/overview';
import { VersionText } from '../ui/version-text';

interface RemoteDetailProps {
  readonly remote: RemoteOverview;
  readonly now: number;
  readonly isOffline: boolean;
  /** Whether the details fill the whole page, so that a link must lead back to the table. */
  readonly isAlone: boolean;
  readonly titleRef: Ref<HTMLHeadingElement>;
}

interface DeliveryBadgesProps {
  readonly release: ReleaseSummary;
  /** Whether the gateway has taken the release back by itself. */
  readonly isWithdrawn: boolean;
}

const DeliveryBadges = ({ release, isWithdrawn }: DeliveryBadgesProps) => {
  const t = useTexts();
  const share = shareOf(release, 'stable');
  return (
    <BadgeLine>
      {isWithdrawn && (
        <Badge tone="err" icon={CircleAlert}>
          {t('StateWithdrawn')}
        </Badge>
      )}
      {share > 0 && (
        <Badge tone="info" icon={Users}>
          {share === 100 ? t('ForAll') : t('ForShare', { share: t('Percent', { share: String(share) }) })}
        </Badge>
      )}
      {shareOf(release, 'beta') > 0 && <Badge tone="neutral">{t('ForBeta')}</Badge>}
      {share === 0 && shareOf(release, 'beta') === 0 && <Badge tone="neutral">{t('ForNobody')}</Badge>}
      {release.isPinned && (
        <Badge tone="warn" icon={Pin}>
          {t('Pinned')}
        </Badge>
      )}
    </BadgeLine>
  );
};

/**
 * Holds the two compared versions. Until the user chooses some, they are those that visitors get. A chosen release that
 * was deleted meanwhile is replaced in the same way.
 */
const useComparedVersions = ({ team }: OwnRemote) => {
  const [chosenTo, setTo] = useState<string | null>(null);
  const [chosenFrom, setFrom] = useState<string | null>(null);
  const find = (version: string | null): ReleaseSummary | null =>
    team.releases.find((release) => release.version === version) ?? null;
  const to = find(chosenTo) ?? focusedReleaseOf(team);
  const from = to === null ? null : (find(chosenFrom) ?? find(defaultComparisonOf(team, to.version)));
  // A confirmation dialog closes when the user chooses another release. It stays open when an action changes which
  // release visitors get.
  const questionKey = to?.version === chosenTo ? to?.version : 'delivered';
  return { to, from, setTo, setFrom, questionKey };
};

const ReleaseNote = ({ release }: { readonly release: ReleaseSummary }) => {
  const t = useTexts();
  return (
    <>
      {release.note !== null && <Small>{release.note}</Small>}
      <Caption $tone="quiet">
        {release.commit === null
          ? t('PublishedBy', { by: release.publishedBy })
          : t('PublishedFrom', { by: release.publishedBy, commit: release.commit.slice(0, 12) })}
      </Caption>
    </>
  );
};

const OwnDetail = ({ remote, now, isOffline, titleRef }: RemoteDetailProps & { readonly remote: OwnRemote }) => {
  const t = useTexts();
  const { to, from, setTo, setFrom, questionKey } = useComparedVersions(remote);
  const { name, team } = remote;
  if (to === null || from === null)
    return (
      <DetailBody>
        <DetailTitle ref={titleRef} tabIndex={-1}>
          {name}
        </DetailTitle>
        <Body $tone="quiet">{t('NoReleases')}</Body>
      </DetailBody>
    );
  const health = healthOfVersion(team.health, to.version);
  return (
    <>
      <DetailBody>
        <TitleLine>
          <DetailTitle ref={titleRef} tabIndex={-1}>
            {name} <VersionText version={to.version} />
          </DetailTitle>
          <DeliveryBadges release={to} isWithdrawn={health !== null && health.withdrawnAt !== null} />
        </TitleLine>
        <ReleaseNote release={to} />
        {team.health === null ? (
          <Small $tone="quiet">{t('HealthMissing')}</Small>
        ) : (
          <HealthPlot
            health={health}
            former={healthOfVersion(team.health, from.version)}
            version={to.version}
            formerVersion={from.version}
            limit={returnRateOf(team)}
            now={now}
          />
        )}
        <DiffHead>
          <SectionTitle>{t('DiffTitle')}</SectionTitle>
          <DiffSelects>
            <VersionSelect label={t('DiffFrom')} releases={team.releases} version={from.version} onChange={setFrom} />
            <LaterSelect>
              <Icon source={ArrowRight} size={16} />
              <VersionSelect label={t('DiffTo')} releases={team.releases} version={to.version} onChange={setTo} />
            </LaterSelect>
          </DiffSelects>
        </DiffHead>
        {from.version === to.version ? (
          <Small $tone="quiet">{t('DiffOnlyOne')}</Small>
        ) : (
          <DiffTable before={from} after={to} />
        )}
      </DetailBody>
      <ActsDock>
        <Acts key={questionKey} remote={remote} release={to} isOffline={isOffline} />
      </ActsDock>
    </>
  );
};

const ForeignDetail = ({ remote: { name, published }, titleRef }: RemoteDetailProps) => {
  const t = useTexts();
  return (
    <DetailBody>
      <DetailTitle ref={titleRef} tabIndex={-1}>
        {name} {published !== null && <VersionText version={published.version} />}
      </DetailTitle>
      <Body $tone="quiet">{t('ForeignText')}</Body>
      {published !== null && (
        <Small>
          {t('RemoteParts', {
            screens: t('ScreenCount', { count: published.screens.length }),
            slots: t('SlotCount', { count: published.slots.length }),
          })}
          {' · '}
          {t('ContractRange', { range: published.contract })}
        </Small>
      )}
    </DetailBody>
  );
};

/** Details of one remote: health, differences between two releases, and the acts on them. */
export const RemoteDetail = (props: RemoteDetailProps) => {
  const t = useTexts();
  const { remote, isAlone } = props;
  return (
    <DetailFrame aria-label={t('DetailOf', { name: remote.name })}>
      {isAlone && (
        <BackLink href="#">
          <Icon source={ArrowLeft} size={20} />
          {t('BackToAll')}
        </BackLink>
      )}
      {isOwnRemote(remote) ? <OwnDetail {...props} remote={remote} /> : <ForeignDetail {...props} />}
    </DetailFrame>
  );
};

const DetailFrame = styled.section`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-height: 0;
  background: ${tokens.color.surface};
`;

const BackLink = styled.a`
  ${textStyles.label}
  display: inline-flex;
  align-items: center;
  align-self: flex-start;
  gap: 8px;
  min-height: 44px;
  padding: 0 16px;
  color: ${tokens.color.plumText};
  text-decoration: none;
`;

const DetailBody = styled.div`
  display: grid;
  flex: 1;
  align-content: start;
  gap: 10px;
  min-width: 0;
  padding: 16px 22px 20px;
  @media (min-width: 1200px) {
    min-height: 0;
    overflow-y: auto;
  }
`;

const TitleLine = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: start;
  justify-content: space-between;
  gap: 6px 12px;
`;

const DetailTitle = styled(H2)`
  min-width: 0;
  strong {
    font-weight: inherit;
  }
  &:focus {
    outline: none;
  }
  &:focus-visible {
    outline: 2px solid ${tokens.color.plumText};
    outline-offset: 4px;
  }
`;

const BadgeLine = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
`;

const DiffHead = styled.div`
  display: grid;
  gap: 10px;
  margin-top: 8px;
`;

const SectionTitle = styled.h3`
  ${textStyles.h3}
`;

const DiffSelects = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  > * {
    flex: 1 1 12.5rem;
    min-width: 0;
  }
  /* Both selects are equally wide beside the arrow. */
  > :last-child {
    flex-basis: calc(12.5rem + 24px);
  }
`;

// Select box of the later release. The arrow stays beside it where the two select boxes stand one below the other.
const LaterSelect = styled.span`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  align-items: center;
  gap: 8px;
`;

const ActsDock = styled.div`
  @media (min-width: 1200px) {
    max-height: 70%;
    overflow-y: auto;
  }
`;
