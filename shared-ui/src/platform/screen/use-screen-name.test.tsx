import { renderWithShell } from '../../testing';
import { useScreenName } from './use-screen-name';

const Page = ({ name }: { readonly name: string | null }) => {
  useScreenName(name);
  return null;
};

it('names the screen once its name is known, and takes the name back when it goes', () => {
  const { shell, rerender, unmount } = renderWithShell(<Page name={null} />);
  expect(shell.recorded.screenNames).toEqual([]);
  rerender(<Page name="Elbkantine" />);
  expect(shell.recorded.screenNames).toEqual(['Elbkantine']);
  rerender(<Page name="Mensa" />);
  expect(shell.recorded.screenNames).toEqual(['Mensa']);
  unmount();
  expect(shell.recorded.screenNames).toEqual([]);
});
