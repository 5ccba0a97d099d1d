import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { ReserveButton } from './reserve-button';

const { data } = aRestaurant();

const show = (reservationUrl: string | null) => renderWithShell(<ReserveButton restaurant={aRestaurant({ data: { ...data, contact: { ...data.contact, reservationUrl } } })} />);

it.each([['go', 1], ['stay', 0], [null, 0]])('asks before it leads to another site: %s', async (choice, pages) => {
  const open = jest.spyOn(window, 'open').mockReturnValue(null);
  const { shell, user } = show('https://www.tisch.example/elbkantine?id=7');
  shell.answerNextAlert(choice);
  await user.click(screen.getByRole('button', { name: 'Tisch reservieren' }));
  expect(shell.recorded.alerts[0]).toMatchObject({ title: 'Tisch reservieren?', text: 'Elbkantine nimmt Reservierungen auf tisch.example an. Dort bist du nicht mehr bei Mahlzeit.' });
  await waitFor(() => expect(open).toHaveBeenCalledTimes(pages));
  if (pages > 0) expect(open).toHaveBeenCalledWith('https://www.tisch.example/elbkantine?id=7', '_blank', 'noopener,noreferrer');
  open.mockRestore();
});

it.each([null, 'javascript:alert(1)'])('is not offered where the page is %s', (reservationUrl) => {
  expect(show(reservationUrl).container).toBeEmptyDOMElement();
});
