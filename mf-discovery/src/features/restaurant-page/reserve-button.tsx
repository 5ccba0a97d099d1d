import type { Restaurant } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { Button } from '@mahlzeit/shared-ui/ui';
import { CalendarCheck } from 'lucide-react';
import { useTexts } from '../../discovery-texts';
import { webLink } from './contact-links';

/** Leads to the page where the place takes reservations, after asking: that page is another's. */
export const ReserveButton = ({ restaurant }: { readonly restaurant: Restaurant }) => {
  const t = useTexts();
  const { alert } = useShell();
  const { reservationUrl } = restaurant.data.contact;
  const page = reservationUrl === null ? null : webLink(reservationUrl);
  if (page === null) return null;

  const reserve = async (): Promise<void> => {
    const answer = await alert({
      title: t('ReserveTitle'),
      text: t('ReserveText', { name: restaurant.name, host: page.host }),
      actions: [{ id: 'stay', label: t('ReserveStay'), tone: 'safe' }, { id: 'go', label: t('ReserveGo'), tone: 'primary' }],
    });
    if (answer === 'go') window.open(page.href, '_blank', 'noopener,noreferrer');
  };
  return <Button variant="second" size="small" icon={CalendarCheck} isBlock aria-haspopup="dialog" onClick={() => void reserve()}>{t('Reserve')}</Button>;
};
