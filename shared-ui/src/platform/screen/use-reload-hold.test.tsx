import { renderWithShell } from '../../testing';
import { useReloadHold } from './use-reload-hold';

const Payment = ({ isUnderWay }: { readonly isUnderWay: boolean }) => {
  useReloadHold(isUnderWay);
  return null;
};

it('T08 holds the reload as long as something is under way', () => {
  const { shell, rerender, unmount } = renderWithShell(<Payment isUnderWay={false} />);
  expect(shell.recorded.reloadHolds).toBe(0);
  rerender(<Payment isUnderWay />);
  expect(shell.recorded.reloadHolds).toBe(1);
  rerender(<Payment isUnderWay={false} />);
  expect(shell.recorded.reloadHolds).toBe(0);
  rerender(<Payment isUnderWay />);
  unmount();
  expect(shell.recorded.reloadHolds).toBe(0);
});
