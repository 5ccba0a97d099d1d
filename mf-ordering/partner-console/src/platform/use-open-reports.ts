import { reportOpenCounter } from '@mahlzeit/contract';
import { useEffect, useEffectEvent } from 'react';
import { useNow, usePartner } from './partner-context';

/**
 * Reports every minute that the console is open, while its connection is up. Without these reports the restaurant gets
 * its orders by e-mail at once (Decision 39).
 */
export const useOpenReports = (isOnline: boolean): void => {
  const { apiClient } = usePartner();
  const now = useNow();
  // A failed report needs no message: the restaurant then gets e-mails, too, and the next minute brings a new report.
  const sendReport = useEffectEvent(() => void apiClient.call(reportOpenCounter, {}));
  useEffect(() => {
    if (isOnline) sendReport();
  }, [isOnline, now]);
};
