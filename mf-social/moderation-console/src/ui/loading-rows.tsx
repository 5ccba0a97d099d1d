import { AfterDelay, RowSkeletons, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { useTexts } from '../console-texts';

/** Placeholder rows for a list that is being loaded. */
export const LoadingRows = () => {
  const t = useTexts();
  return (
    <>
      <VisuallyHidden role="status">{t('Loading')}</VisuallyHidden>
      <AfterDelay>
        <RowSkeletons />
      </AfterDelay>
    </>
  );
};
