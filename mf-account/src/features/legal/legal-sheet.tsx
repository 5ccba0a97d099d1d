import type { LegalKind } from '@mahlzeit/contract';
import { errorText, useRetryWhenBack } from '@mahlzeit/shared-ui/platform';
import { Caption, ErrorState, PageSkeleton } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { useTexts } from '../../account-texts';
import { useLegalDocumentQuery } from './legal-api';
import { LegalText } from './legal-text';

const titles = { imprint: 'Imprint', privacy: 'Privacy', terms: 'Terms', accessibility: 'Accessibility' } as const;

interface LegalSheetProps {
  readonly kind: LegalKind;
  readonly onClose: () => void;
}

/** A legal document in a dialog of its own. */
export const LegalSheet = ({ kind, onClose }: LegalSheetProps) => {
  const t = useTexts();
  const { data, error, isFetching, refetch } = useLegalDocumentQuery(kind);
  const retry = () => void refetch();
  useRetryWhenBack(error !== undefined, retry);
  return (
    <Sheet title={data?.title ?? t(titles[kind])} onClose={onClose}>
      {data !== undefined && (
        <>
          <LegalText title={data.title} html={data.html} />
          <Caption $tone="dim">{t('Version', { version: data.version })}</Caption>
        </>
      )}
      {data === undefined && error === undefined && <PageSkeleton />}
      {data === undefined && error !== undefined && <ErrorState title={t('LegalFailedTitle')} text={errorText(error)} isRetrying={isFetching} onRetry={retry} />}
    </Sheet>
  );
};
