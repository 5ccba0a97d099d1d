import { Caption, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { useTexts } from '../../console-texts';
import { formatActTime } from '../../releases/act-time';
import type { RemoteOverview } from '../../releases/overview';
import { VersionText } from '../../ui/version-text';
import { remoteHealthOf, Sparkline } from '../health';
import { remoteRowOf } from './remote-rules';
import type { BetaNote, RemoteRow } from './remote-rules';
import { CellLabel, HeadRow, RemoteLink, Row, Table } from './remotes-table.styles';
import { ShareBar } from './share-bar';

interface RemotesTableProps {
  readonly remotes: readonly RemoteOverview[];
  readonly chosenName: string | null;
  readonly now: number;
}

type ColumnKey = 'ColumnStable' | 'ColumnBeta' | 'ColumnShare' | 'ColumnFailures';

const COLUMNS: readonly ColumnKey[] = ['ColumnStable', 'ColumnBeta', 'ColumnShare', 'ColumnFailures'];

const COLUMN_WIDTHS = ['22%', '18%', '20%', '20%', '20%'] as const;

const useBetaText = () => {
  const t = useTexts();
  return (note: BetaNote, now: number): string => {
    switch (note.kind) {
      case 'same':
        return t('BetaSame');
      case 'since':
        return t('BetaSince', { time: formatActTime(note.at, now) });
      case 'withdrawn':
        return t('StateWithdrawn');
    }
  };
};

const NoValue = () => {
  const t = useTexts();
  return (
    <>
      <span aria-hidden>–</span>
      <VisuallyHidden>{t('NoValue')}</VisuallyHidden>
    </>
  );
};

const StableCell = ({ row }: { readonly row: RemoteRow }) => {
  const t = useTexts();
  if (row.stable === null) return <NoValue />;
  return (
    <>
      <VersionText version={row.stable} />
      {row.isPinned && <Caption $tone="quiet">{t('Pinned')}</Caption>}
    </>
  );
};

const BetaCell = ({ row, now }: { readonly row: RemoteRow; readonly now: number }) => {
  const betaText = useBetaText();
  if (row.beta === null) return <NoValue />;
  return (
    <>
      <VersionText version={row.beta.version} />
      {row.isOwn && <Caption $tone="quiet">{betaText(row.beta.note, now)}</Caption>}
    </>
  );
};

const RemoteTableRow = ({
  remote,
  isChosen,
  now,
}: {
  readonly remote: RemoteOverview;
  readonly isChosen: boolean;
  readonly now: number;
}) => {
  const t = useTexts();
  const row = remoteRowOf(remote);
  const cellLabel = (key: ColumnKey) => <CellLabel aria-hidden>{t(key)}</CellLabel>;
  return (
    <Row role="row" $isChosen={isChosen} data-remote={row.name} data-foreign={row.isOwn ? undefined : ''}>
      <th role="rowheader" scope="row">
        <RemoteLink href={`#${row.name}`} aria-current={isChosen ? 'true' : undefined}>
          {row.name}
        </RemoteLink>
        <Caption $tone="quiet">
          {t('RemoteParts', {
            screens: t('ScreenCount', { count: row.screenCount }),
            slots: t('SlotCount', { count: row.slotCount }),
          })}
        </Caption>
      </th>
      <td role="cell">
        {cellLabel('ColumnStable')}
        <div>
          <StableCell row={row} />
        </div>
      </td>
      <td role="cell">
        {cellLabel('ColumnBeta')}
        <div>
          <BetaCell row={row} now={now} />
        </div>
      </td>
      <td role="cell">
        {cellLabel('ColumnShare')}
        {row.share === null ? <NoValue /> : <ShareBar share={row.share} isChosen={isChosen} />}
      </td>
      <td role="cell">
        {cellLabel('ColumnFailures')}
        <Sparkline
          health={remote.team === null ? null : (remote.team.health ?? [])}
          state={remoteHealthOf(remote, now)}
          now={now}
          isChosen={isChosen}
        />
      </td>
    </Row>
  );
};

/**
 * Table of the remotes with the releases that visitors get. On phones the rows look like cards; ARIA roles keep it a
 * table.
 */
export const RemotesTable = ({ remotes, chosenName, now }: RemotesTableProps) => {
  const t = useTexts();
  return (
    <Table role="table" aria-label={t('Remotes')}>
      <colgroup>
        {COLUMN_WIDTHS.map((width, index) => (
          <col key={index} style={{ width }} />
        ))}
      </colgroup>
      <thead role="rowgroup">
        <HeadRow role="row">
          <th role="columnheader" scope="col">
            {t('ColumnRemote')}
          </th>
          {COLUMNS.map((key) => (
            <th key={key} role="columnheader" scope="col">
              {t(key)}
            </th>
          ))}
        </HeadRow>
      </thead>
      <tbody role="rowgroup">
        {remotes.map((remote) => (
          <RemoteTableRow key={remote.name} remote={remote} isChosen={remote.name === chosenName} now={now} />
        ))}
      </tbody>
    </Table>
  );
};
