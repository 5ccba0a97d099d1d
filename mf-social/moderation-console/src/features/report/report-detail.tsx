import type { OpenReport } from '@mahlzeit/contract';
import { formatMoment } from '@mahlzeit/shared-ui/platform';
import { Badge, Banner, Caption, H2, Icon, Label, Small, textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import { ArrowLeft, UserRoundX } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import styled from 'styled-components';
import { text, useTexts } from '../../console-texts';
import { ReportedPicture } from './reported-picture';

interface ReportDetailProps {
  readonly report: OpenReport;
  readonly now: number;
  /** Whether the report fills a narrow window, with a link back to the list of reports. */
  readonly isAlone: boolean;
  readonly titleRef: Ref<HTMLHeadingElement>;
  /** Buttons for the decisions on the report. */
  readonly children: ReactNode;
}

/** Returns a text that says what has happened to the reported content since the report; null if nothing has changed. */
const contentTextOf = ({ kind, contentState, changedName }: OpenReport): string | null => {
  if (contentState === 'same') return null;
  if (contentState === 'gone') return text(`Gone_${kind}`);
  return changedName === null ? text('ChangedPicture') : text('ChangedName', { name: changedName });
};

/** Lines about changes of the reported content and of the account since the report, if there are any. */
const Developments = ({ report }: Pick<ReportDetailProps, 'report'>) => {
  const t = useTexts();
  const contentText = contentTextOf(report);
  return (
    <>
      {contentText !== null && <Banner tone="info">{contentText}</Banner>}
      {report.accountState !== 'active' && (
        <Banner tone="info" icon={UserRoundX}>
          {t(`Account_${report.accountState}`)}
        </Banner>
      )}
    </>
  );
};

const ReportedContent = ({ report: { kind, context, contentState } }: Pick<ReportDetailProps, 'report'>) => {
  const t = useTexts();
  return (
    <Part>
      <Label>{t('WasReported')}</Label>
      {kind === 'picture' && context !== '' && <ReportedPicture url={context} isPresent={contentState === 'same'} />}
      {kind !== 'picture' && context !== '' && <Quotation dir="auto">{context}</Quotation>}
      {context === '' && <Small $tone="quiet">{t('ContextErased')}</Small>}
    </Part>
  );
};

/** Number of other reports about the same content, and about the same person. */
const Counts = ({ report: { sameContentCount, samePersonCount } }: Pick<ReportDetailProps, 'report'>) => {
  const t = useTexts();
  if (samePersonCount === 1) return <Small $tone="quiet">{t('FirstReport')}</Small>;
  return (
    <CountList>
      {sameContentCount > 1 && <li>{t('SameContentCount', { count: sameContentCount })}</li>}
      <li>{t('SamePersonCount', { count: samePersonCount })}</li>
    </CountList>
  );
};

/**
 * Details of one open report: the reported content, its current state, the reporter's text, and the buttons for the
 * decisions.
 */
export const ReportDetail = ({ report, now, isAlone, titleRef, children }: ReportDetailProps) => {
  const t = useTexts();
  return (
    <DetailFrame aria-label={t('Report')}>
      {isAlone && (
        <BackLink href="#">
          <Icon source={ArrowLeft} size={20} />
          {t('BackToAll')}
        </BackLink>
      )}
      <DetailBody>
        <TitleLine>
          <DetailTitle ref={titleRef} tabIndex={-1}>
            {t(`Title_${report.kind}`)}
          </DetailTitle>
          <Badge tone="neutral">{t(`Reason_${report.reason}`)}</Badge>
        </TitleLine>
        <Caption $tone="quiet">{t('ReportedAt', { time: formatMoment(report.createdAt, now) })}</Caption>
        <ReportedContent key={report.key} report={report} />
        <Developments report={report} />
        <Part>
          <Label>{t('ReporterWrites')}</Label>
          {report.text === '' ? (
            <Small $tone="quiet">{t('NoText')}</Small>
          ) : (
            <Quotation dir="auto">{report.text}</Quotation>
          )}
        </Part>
        <Counts report={report} />
      </DetailBody>
      {children}
    </DetailFrame>
  );
};

const DetailFrame = styled.section`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-width: 0;
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
  gap: 16px;
  min-width: 0;
  padding: 20px 20px 24px;
  @media (min-width: 1200px) {
    min-height: 0;
    padding: 24px 28px;
    overflow-y: auto;
  }
`;

const TitleLine = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 6px 12px;
`;

const DetailTitle = styled(H2)`
  min-width: 0;
  &:focus {
    outline: none;
  }
  &:focus-visible {
    outline: 2px solid ${tokens.color.plumText};
    outline-offset: 4px;
  }
`;

const Part = styled.div`
  display: grid;
  gap: 6px;
  min-width: 0;
`;

// Quoted text with lines of at most some 70 characters, because longer lines are hard to read.
const Quotation = styled.blockquote`
  ${textStyles.body}
  max-width: 42rem;
  margin: 0;
  padding: 12px 16px;
  border-left: 3px solid ${tokens.color.lineStrong};
  border-radius: ${tokens.radius.small};
  background: ${tokens.color.sunken};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  unicode-bidi: isolate;
  /* Hundreds of marks above one letter would otherwise lie over the texts around it. */
  overflow: clip;
`;

const CountList = styled.ul`
  ${textStyles.small}
  display: grid;
  gap: 4px;
  margin: 0;
  padding: 0;
  list-style: none;
  color: ${tokens.color.ink2};
`;
