import type { OpenReport } from '@mahlzeit/contract';
import { formatMoment } from '@mahlzeit/shared-ui/platform';
import { Badge, Button, Caption, Icon, media, Small, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { Image, MessageSquare, UserRound } from 'lucide-react';
import styled from 'styled-components';
import { useTexts } from '../../console-texts';
import type { ReportList } from '../../platform';
import { textBeginningOf } from './queue-rules';

interface QueueProps {
  readonly list: ReportList<OpenReport>;
  readonly chosenKey: string | null;
  readonly now: number;
  readonly isLoadingMore: boolean;
  readonly onMore: () => void;
}

const ICON_BY_KIND = { message: MessageSquare, picture: Image, user: UserRound } as const;

interface QueueRowProps extends Pick<QueueProps, 'now'> {
  readonly report: OpenReport;
  readonly isChosen: boolean;
}

const QueueRow = ({ report, isChosen, now }: QueueRowProps) => {
  const t = useTexts();
  const { key, kind, reason, context, createdAt, sameContentCount } = report;
  return (
    <li>
      <RowLink href={`#${key}`} aria-current={isChosen || undefined} data-report={key}>
        <Icon source={ICON_BY_KIND[kind]} size={20} />
        <RowText>
          <RowTitle>
            {t(`Kind_${kind}`)}
            <RowBadges>
              {sameContentCount > 1 && <Badge tone="warn">{t('TimesReported', { count: sameContentCount })}</Badge>}
            </RowBadges>
          </RowTitle>
          <Small as="span">{t(`Reason_${reason}`)}</Small>
          {kind !== 'picture' && context !== '' && <RowContext dir="auto">{textBeginningOf(context)}</RowContext>}
          <Caption as="span" $tone="quiet">
            {formatMoment(createdAt, now)}
          </Caption>
        </RowText>
      </RowLink>
    </li>
  );
};

/** List of the open reports, the oldest first. Each row leads to its report. */
export const Queue = ({ list: { reports, hasMore }, chosenKey, now, isLoadingMore, onMore }: QueueProps) => {
  const t = useTexts();
  return (
    <>
      <RowList aria-label={t('OpenReports')}>
        {reports.map((report) => (
          <QueueRow key={report.key} report={report} isChosen={report.key === chosenKey} now={now} />
        ))}
      </RowList>
      {hasMore && (
        <MoreFrame>
          <Button variant="second" isBlock isBusy={isLoadingMore} onClick={onMore}>
            {t('More')}
          </Button>
        </MoreFrame>
      )}
    </>
  );
};

const RowList = styled.ul`
  display: grid;
  margin: 0;
  padding: 0;
  list-style: none;
  > li {
    min-width: 0;
    border-bottom: 1px solid ${tokens.color.line};
  }
`;

const RowLink = styled.a`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 12px;
  padding: 14px 20px;
  color: ${tokens.color.ink};
  text-decoration: none;
  > svg {
    margin-top: 2px;
    color: ${tokens.color.ink2};
  }
  ${media.hover} {
    &:hover {
      background: ${tokens.color.hover};
    }
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  @media (min-width: 1200px) {
    &[aria-current] {
      background: ${tokens.color.plumTint};
      box-shadow: inset 3px 0 0 ${tokens.color.plumText};
      @media (forced-colors: active) {
        outline: 3px solid Highlight;
        outline-offset: -3px;
      }
    }
  }
`;

const RowText = styled.span`
  display: grid;
  gap: 2px;
  min-width: 0;
`;

const RowTitle = styled.span`
  ${textStyles.label}
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 2px 10px;
`;

const RowBadges = styled.span`
  display: inline-flex;
  gap: 6px;
`;

const RowContext = styled.span`
  ${textStyles.small}
  color: ${tokens.color.ink2};
  overflow-wrap: anywhere;
  unicode-bidi: isolate;
`;

const MoreFrame = styled.div`
  padding: 14px 20px 20px;
`;
