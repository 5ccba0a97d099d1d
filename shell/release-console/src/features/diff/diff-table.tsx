import type { ReleaseDiff, ReleaseSummary } from '@mahlzeit/contract';
import {
  AfterDelay,
  Banner,
  LinkButton,
  RowSkeletons,
  textStyles,
  tokens,
  VisuallyHidden,
} from '@mahlzeit/shared-ui/ui';
import styled from 'styled-components';
import { consoleErrorText, useTexts } from '../../console-texts';
import { VersionText } from '../../ui/version-text';
import { diffRowsOf, fileRowsOf } from './diff-rules';
import { useDiff } from './use-diff';

interface DiffTableProps {
  readonly before: ReleaseSummary;
  readonly after: ReleaseSummary;
}

const ChangedFiles = ({ diff }: { readonly diff: ReleaseDiff }) => {
  const t = useTexts();
  return (
    <FileDetails>
      <summary>{t('FilesShow', { count: diff.files.length })}</summary>
      <FileList>
        {fileRowsOf(diff).map(({ path, sizes }) => (
          <li key={path}>
            <span>{path}</span> <span>{sizes}</span>
          </li>
        ))}
      </FileList>
    </FileDetails>
  );
};

const COLUMN_WIDTHS = ['22%', '26%', '26%', '26%'] as const;

/** Table with the differences between two releases of a remote. */
export const DiffTable = ({ before, after }: DiffTableProps) => {
  const t = useTexts();
  const { answer, retry } = useDiff(after.name, before.version, after.version);
  if (answer === null)
    return (
      <div>
        <VisuallyHidden role="status">{t('DiffLoading')}</VisuallyHidden>
        <AfterDelay>
          <RowSkeletons />
        </AfterDelay>
      </div>
    );
  if (!answer.ok)
    return (
      <Banner tone="err" action={<LinkButton onClick={retry}>{t('Retry')}</LinkButton>}>
        {consoleErrorText(answer.error)}
      </Banner>
    );
  return (
    <Frame>
      <Table>
        <colgroup>
          {COLUMN_WIDTHS.map((width, index) => (
            <col key={index} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>{t('DiffWhat')}</VisuallyHidden>
            </th>
            <th scope="col">
              <VersionText version={before.version} />
            </th>
            <th scope="col">
              <VersionText version={after.version} />
            </th>
            <th scope="col">{t('DiffDifference')}</th>
          </tr>
        </thead>
        <tbody>
          {diffRowsOf(before, after, answer.value).map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.label}</th>
              <td>{row.before}</td>
              <AfterCell $isSame={row.isSame}>{row.after}</AfterCell>
              <td>{row.difference}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      {answer.value.files.length > 0 && <ChangedFiles diff={answer.value} />}
    </Frame>
  );
};

const Frame = styled.div`
  container-type: inline-size;
`;

const Table = styled.table`
  ${textStyles.small}
  ${textStyles.digits}
  width: 100%;
  border-collapse: collapse;
  table-layout: fixed;
  th,
  td {
    padding: 9px 12px 9px 0;
    border-top: 1px solid ${tokens.color.line};
    text-align: left;
    vertical-align: top;
    overflow-wrap: anywhere;
    hyphens: auto;
  }
  thead th {
    border-top: 0;
    font-size: 0.8125rem;
    line-height: 1.125rem;
  }
  th[scope='row'] {
    font-weight: 400;
    color: ${tokens.color.ink2};
  }
  th:last-child,
  td:last-child {
    padding-right: 0;
    text-align: right;
  }
  /* Large letters leave no room for a fourth column, so each row's name moves to a line of its own. */
  @container (max-width: 18rem) {
    display: block;
    thead,
    tbody {
      display: block;
    }
    tr {
      display: grid;
      grid-template-columns: repeat(3, minmax(0, 1fr));
    }
    tr > :first-child {
      grid-column: 1 / -1;
      padding-bottom: 0;
    }
    tr > :not(:first-child) {
      border-top: 0;
    }
  }
`;

const AfterCell = styled.td<{ readonly $isSame: boolean }>`
  font-weight: ${({ $isSame }) => ($isSame ? 400 : 600)};
`;

const FileDetails = styled.details`
  ${textStyles.small}
  > summary {
    min-height: 44px;
    padding-block: 12px;
    color: ${tokens.color.plumText};
    font-weight: 600;
    cursor: pointer;
  }
`;

const FileList = styled.ul`
  ${textStyles.caption}
  ${textStyles.digits}
  display: grid;
  gap: 4px;
  max-height: 240px;
  margin: 0;
  padding: 0 2px 8px;
  overflow-y: auto;
  list-style: none;
  > li {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 12px;
    overflow-wrap: anywhere;
  }
`;
