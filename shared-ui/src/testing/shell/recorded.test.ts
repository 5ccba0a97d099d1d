import { createRecordedCalls, createRecordedNavigation } from './recorded';

const startNavigation = () => {
  const recordedCalls = createRecordedCalls();
  return { recordedCalls, navigation: createRecordedNavigation(recordedCalls, () => undefined) };
};

it('keeps a history like the shell’s: Back leads to the screen below, and never out of the app', () => {
  const { navigation } = startNavigation();
  navigation.open('contacts');
  navigation.open('editgroup', 'team');
  navigation.back();
  expect(navigation.current()).toEqual({ key: 'contacts', params: [] });
  navigation.replace('chatinbox');
  navigation.open('chatmessages', 'c1');
  navigation.back(2);
  expect(navigation.current()).toBeNull();
  navigation.open('orders');
  navigation.open('order', 'o1');
  navigation.close();
  expect(navigation.current()).toBeNull();
  navigation.open('orders');
  navigation.back(9);
  expect(navigation.current()).toBeNull();
});

it('goes back, closes and replaces only for the screen that the address names', () => {
  const { navigation, recordedCalls } = startNavigation();
  const draftNavigation = navigation.ofScreen('invitationdraft');
  navigation.open('invitationdraft');
  navigation.open('invitationcontacts');
  draftNavigation.back(2);
  draftNavigation.close();
  draftNavigation.replace('contacts');
  expect(navigation.current()?.key).toBe('invitationcontacts');
  navigation.pressBack();
  draftNavigation.back();
  expect(recordedCalls.navigation).toEqual([
    ['open', 'invitationdraft'],
    ['open', 'invitationcontacts'],
    ['back', 1],
  ]);
});
