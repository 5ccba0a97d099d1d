import { readUsesOf } from './read-uses';

const usesOf = (source: string): readonly string[] =>
  readUsesOf('screen.tsx', source).map(([kind, name]) => `${kind} ${name}`);

it.each<[string, string, readonly string[]]>([
  ['a command', "const done = await shell.remotes.runCommand('social/connect', {});", ['commands social/connect']],
  ['a slot', '<Slot name="restaurant/social" props={{}} fallback={null} />', ['slots restaurant/social']],
  ['a slot with children', "<Slot name={'meal/actions'} props={{}}><p /></Slot>", ['slots meal/actions']],
  ['an opened screen', "shell.navigation.open('details', routingName, 'cart');", ['screens details']],
  ['a screen in place of another', "navigation.replace('chatinbox')", ['screens chatinbox']],
  ['a link of the platform', "<a href={navigation.hrefOf('order', key)}>Bestellung</a>", ['screens order']],
  ['a link that a function gets', "const linkOf = (hrefOf) => hrefOf('download');", ['screens download']],
  ['a link in the markup', '<a href="#vouchers/neu">Gutscheine</a>', ['screens vouchers']],
  ['a choice of screens', "navigation.open(isNew ? 'login' : 'profile')", ['screens login', 'screens profile']],
])('finds %s', (_caseName, source, expectedUses) => {
  expect(usesOf(source)).toEqual(expectedUses);
});

it.each<[string, string]>([
  ['a replaced text', "const text = name.replace('details', '');"],
  ['a window', "window.open('details')"],
  ['a name that is computed', 'navigation.open(address.key); remotes.runCommand(command, {}); <Slot name={name} />'],
  ['a link to a place of the page', '<a href="#street-3">Straße</a>'],
  ['a question whether a screen exists', "navigation.has('orders')"],
  ['a comment', "// navigation.open('orders')"],
])('does not take %s for a use', (_caseName, source) => {
  expect(usesOf(source)).toEqual([]);
});
