import { reportOpenCounter } from '@mahlzeit/contract';
import { useEffect, useEffectEvent } from 'react';
import { useNow, usePartner } from './partner-context';

/**
 * Reports to the gateway every minute that the console is open, while its connection works. Without these reports the
 * restaurant gets its orders by e-mail at once (Decision 39).
 */
export const useOpenReports = (isOnline: boolean): void => {
  const { apiClient } = usePartner();
  const now = useNow();
  // A failed report shows no message: at worst the restaurant gets e-mails, too, and a new report follows after a
  // minute.
  const sendReport = useEffectEvent(() => void apiClient.call(reportOpenCounter, {}));
  useEffect(() => {
    if (isOnline) sendReport();
  }, [isOnline, now]);
};
