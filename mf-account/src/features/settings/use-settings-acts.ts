import type { Account } from '@mahlzeit/contract';
import { useRef } from 'react';
import { useDataExport } from '../data-export';
import { useVisibility } from '../visibility';
import type { SettingsAction } from './settings-rules';
import { usePasswordLink } from './use-password-link';

/** What the lines do that lead nowhere; one at a time, however often they are pressed. */
export const useSettingsActions = (account: Account) => {
  const setVisible = useVisibility();
  const resetPassword = usePasswordLink(account);
  const exportData = useDataExport();
  const isRunning = useRef(false);

  const actions: Readonly<Record<SettingsAction, () => Promise<void>>> = {
    becomeVisible: () => setVisible(true),
    becomeInvisible: () => setVisible(false),
    resetPassword,
    export: exportData,
  };
  return async (id: SettingsAction): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    await actions[id]().finally(() => {
      isRunning.current = false;
    });
  };
};
