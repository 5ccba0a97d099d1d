import { useTexts } from '../texts/platform-texts';

/** What stands in for a broken screen where the host gives nothing of its own. */
export const ScreenFailure = ({ onRetry }: { readonly onRetry: () => void }) => {
  const t = useTexts();
  return (
    <div role="alert">
      <p>{t('ScreenFailed')}</p>
      <button type="button" onClick={onRetry}>{t('TryAgain')}</button>
    </div>
  );
};
