import { exportUser } from '@mahlzeit/contract';
import { errorText, useShell } from '@mahlzeit/shared-ui/platform';
import { useTexts } from '../../account-texts';
import { saveFile } from './save-file';

const FILE_NAME = 'mahlzeit-daten.json';

/** Hands a person everything that is stored of them, as a file (Art. 15 and 20 GDPR). */
export const useDataExport = () => {
  const t = useTexts();
  const { apiClient, snackbar, track } = useShell();

  return async (): Promise<void> => {
    const answer = await track(apiClient.call(exportUser, {}));
    if (!answer.ok) return snackbar({ tone: 'error', text: errorText(answer.error) });
    saveFile(FILE_NAME, new Blob([JSON.stringify(answer.value, null, 2)], { type: 'application/json' }));
    snackbar({ tone: 'success', text: t('SuccessExport', { file: FILE_NAME }) });
  };
};
