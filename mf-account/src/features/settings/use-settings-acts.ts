import type { Account } from '@mahlzeit/contract';
import { useRef } from 'react';
import { useDataExport } from '../data-export';
import { useVisibility } from '../visibility';
import type { SettingsAct } from './settings-rules';
import { usePasswordLink } from './use-password-link';

/** What the lines do that lead nowhere; one at a time, however often they are pressed. */
export const useSettingsActs = (account: Account) => {
  const setVisible = useVisibility();
  const resetPassword = usePasswordLink(account);
  const exportData = useDataExport();
  const isRunning = useRef(false);

  const acts: Readonly<Record<SettingsAct, () => Promise<void>>> = {
    becomeVisible: () => setVisible(true),
    becomeInvisible: () => setVisible(false),
    resetPassword,
    export: exportData,
  };
  return async (id: SettingsAct): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    await acts[id]().finally(() => {
      isRunning.current = false;
    });
  };
};
