import { Button, H2, Small, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { useState } from 'react';
import styled from 'styled-components';
import { useTexts } from '../../console-texts';
import { formatActTime } from '../../releases/act-time';
import type { HistoryEntry } from './history-rules';
import { VersionText } from '../../ui/version-text';

interface HistoryProps {
  readonly entries: readonly HistoryEntry[];
  readonly now: number;
}

const ENTRIES_PER_PRESS = 20;

/** List of the actions on the remotes of the token's owner, newest first. */
export const History = ({ entries, now }: HistoryProps) => {
  const t = useTexts();
  const [shownCount, setShownCount] = useState(ENTRIES_PER_PRESS);
  return (
    <HistorySection aria-labelledby="history-title">
      <HistoryTitle id="history-title">{t('History')}</HistoryTitle>
      {entries.length === 0 ? (
        <Small $tone="quiet">{t('HistoryEmpty')}</Small>
      ) : (
        <HistoryList>
          {entries.slice(0, shownCount).map(({ key, at, by, remote, version, outcome }) => (
            <HistoryItem key={key}>
              <ActTime dateTime={new Date(at).toISOString()}>{formatActTime(at, now)}</ActTime>
              <ActOwner>{by ?? t('ByItself')}</ActOwner>
              <span>
                <strong>{remote}</strong> <VersionText version={version} /> {outcome}
              </span>
            </HistoryItem>
          ))}
        </HistoryList>
      )}
      {entries.length > shownCount && (
        <Button
          variant="second"
          size="small"
          onClick={() => setShownCount((previousCount) => previousCount + ENTRIES_PER_PRESS)}
        >
          {t('HistoryMore')}
        </Button>
      )}
    </HistorySection>
  );
};

const HistorySection = styled.section`
  display: grid;
  justify-items: start;
  gap: 8px;
  padding: 16px 20px 28px;
  border-top: 1px solid ${tokens.color.line};
`;

const HistoryTitle = styled(H2)`
  ${textStyles.h3}
`;

const HistoryList = styled.ul`
  display: grid;
  grid-template-columns: max-content minmax(0, max-content) minmax(0, 1fr);
  width: 100%;
  margin: 0;
  padding: 0;
  list-style: none;
  @media (max-width: 699.98px) {
    grid-template-columns: max-content minmax(0, 1fr);
  }
`;

const HistoryItem = styled.li`
  ${textStyles.small}
  display: grid;
  grid-column: 1 / -1;
  grid-template-columns: subgrid;
  column-gap: 20px;
  padding: 8px 0;
  border-top: 1px solid ${tokens.color.line};
  overflow-wrap: anywhere;
  strong {
    font-weight: 600;
  }
  @media (max-width: 699.98px) {
    > :last-child {
      grid-column: 1 / -1;
    }
  }
`;

const ActTime = styled.time`
  color: ${tokens.color.ink2};
  font-variant-numeric: tabular-nums;
`;

const ActOwner = styled.span`
  max-width: 12rem;
`;
