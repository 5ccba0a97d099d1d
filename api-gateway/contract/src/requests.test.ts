import { loadByLocation, login, patchMe, putPartnerMeal, register, verifyEmail } from '.';
import type { Schema } from '.';
import { aPartnerMeal, aRegistration } from './fixtures';

const issuePaths = (schema: Schema | undefined, value: unknown): string[] => {
  const parseResult = schema?.safeParse(value);
  return parseResult?.success === false ? parseResult.error.issues.map(({ path }) => path.join('.')) : [];
};

describe('loadByLocation', () => {
  const searchLocation = { latitude: 48.14742, longitude: 11.56722 };

  it('counts pages from 1 and shows ten by default', () => {
    expect(loadByLocation.body?.parse({ location: searchLocation, radius: 5000 })).toEqual({
      location: searchLocation,
      radius: 5000,
      page: 1,
      pageSize: 10,
    });
  });

  it.each([
    ['radius', { radius: 0 }],
    ['radius', { radius: 50_001 }],
    ['radius', { radius: NaN }],
    ['radius', { radius: '5000' }],
    ['page', { page: 0 }],
    ['page', { page: 1.5 }],
    ['pageSize', { pageSize: 0 }],
    ['pageSize', { pageSize: 101 }],
    ['location.latitude', { location: { latitude: NaN, longitude: 1 } }],
    ['location.longitude', { location: { latitude: 1, longitude: 200 } }],
    ['location', { location: undefined }],
  ])('refuses a wrong %s: %j', (path, faultyFields) => {
    expect(issuePaths(loadByLocation.body, { location: searchLocation, radius: 5000, ...faultyFields })).toEqual([
      path,
    ]);
  });
});

describe('register and login', () => {
  it('leave the validation of e-mail, password and consent to the service, so that each error has its own code', () => {
    expect(register.body?.parse({ visible: false })).toEqual({
      email: '',
      password: '',
      visible: false,
      policyAccepted: false,
    });
    expect(login.body?.parse({})).toEqual({ email: '', password: '' });
  });

  it('A01 leave the password untouched', () => {
    expect(register.body?.parse(aRegistration({ password: ' geheim!! ' }))).toMatchObject({ password: ' geheim!! ' });
  });

  it.each([
    ['email', { email: 7 }],
    ['password', { password: null }],
    ['visible', { visible: undefined }],
    ['visible', { visible: 'yes' }],
    ['policyAccepted', { policyAccepted: 'on' }],
  ])('refuse a wrong %s: %j', (path, faultyFields) => {
    expect(issuePaths(register.body, { ...aRegistration(), ...faultyFields })).toEqual([path]);
  });
});

describe('putPartnerMeal', () => {
  it('trims texts and fills optional fields', () => {
    const { restaurantId, price, typeKey, date } = aPartnerMeal();
    const requiredFields = { restaurantId, price, typeKey, date };
    expect(putPartnerMeal.body?.parse({ ...requiredFields, name: '  Labskaus ' })).toEqual({
      ...requiredFields,
      name: 'Labskaus',
      description: '',
      order: 0,
    });
  });

  it('accepts a dish sold by weight and a drink with its deposit', () => {
    const meal = aPartnerMeal({ unit: '100 g', volume: '0,3 l', deposit: 15 });
    expect(putPartnerMeal.body?.parse(meal)).toEqual(meal);
  });

  it.each([
    ['name', { name: '   ' }],
    ['name', { name: 'x'.repeat(201) }],
    ['price', { price: -1 }],
    ['price', { price: 8.9 }],
    ['price', { price: NaN }],
    ['price', { price: '890' }],
    ['price', { price: 1_000_001 }],
    ['date', { date: '2026-02-30' }],
    ['date', { date: '24.06.2026' }],
    ['restaurantId', { restaurantId: 'a b' }],
    ['vatType', { vatType: 'BEER' }],
    ['order', { order: 1.5 }],
    ['diets.0', { diets: ['paleo'] }],
    ['allergens.0', { allergens: [''] }],
    ['deposit', { deposit: -15 }],
    ['unit', { unit: '' }],
  ])('refuses a wrong %s: %j', (path, faultyFields) => {
    expect(issuePaths(putPartnerMeal.body, { ...aPartnerMeal(), ...faultyFields })).toEqual([path]);
  });

  it('refuses an invalid key', () => {
    expect(issuePaths(putPartnerMeal.params, { key: 'a b' })).toEqual(['key']);
  });
});

describe('patchMe', () => {
  it('accepts no, some or all of its fields', () => {
    expect(patchMe.body?.parse({})).toEqual({});
    expect(
      patchMe.body?.parse({ languageCode: 'de', policyAccepted: true, favorites: { add: ['elbkantine'] } }),
    ).toEqual({
      languageCode: 'de',
      policyAccepted: true,
      favorites: { add: ['elbkantine'], remove: [] },
    });
  });

  it('U06 validates names after cleaning', () => {
    expect(
      patchMe.body?.parse({ displayName: ' An\u0000na \u202E Blume', firstName: 'Anna', lastName: 'Blume' }),
    ).toEqual({ displayName: 'Anna Blume', firstName: 'Anna', lastName: 'Blume' });
    expect(
      issuePaths(patchMe.body, { displayName: '\u0007\u200B', firstName: '  ', lastName: 'x'.repeat(61) }),
    ).toEqual(['displayName', 'firstName', 'lastName']);
  });

  it.each([['+49 89 / 28 92 50'], ['(089) 289-250'], [null]])('accepts the phone number %j', (phoneNumber) => {
    expect(patchMe.body?.parse({ phoneNumber })).toEqual({ phoneNumber });
  });

  it.each([
    ['displayName', { displayName: null }],
    ['phoneNumber', { phoneNumber: 'anrufen' }],
    ['phoneNumber', { phoneNumber: '' }],
    ['visible', { visible: 'yes' }],
    ['releaseChannel', { releaseChannel: 'nightly' }],
    ['tasteKeys.0', { tasteKeys: ['a b'] }],
    ['tasteKeys', { tasteKeys: Array.from({ length: 101 }, (_, index) => `key-${index}`) }],
    ['selectedDiscountId', { selectedDiscountId: '' }],
    ['uid', { uid: 'somebody' }],
    ['email', { email: 'anna@mahlzeit.test' }],
    ['verificationCode', { verificationCode: true }],
    ['deleted', { deleted: false }],
    ['photoURL', { photoURL: null }],
    ['policyAccepted', { policyAccepted: false }],
    ['policyAccepted', { policyAccepted: 1_782_293_400_000 }],
    ['languageCode', { languageCode: 'deutsch' }],
    ['favorites', { favorites: ['elbkantine'] }],
    ['favorites.add.0', { favorites: { add: ['a/b'] } }],
    ['favorites.remove', { favorites: { remove: Array.from({ length: 101 }, (_, index) => `key-${index}`) } }],
  ])('refuses %s in %j', (path, body) => {
    expect(issuePaths(patchMe.body, body)).toEqual([path]);
  });
});

describe('verifyEmail', () => {
  it('A02 accepts the code as text with leading zeros', () => {
    expect(verifyEmail.body?.parse({ code: '004711' })).toEqual({ code: '004711' });
  });

  it.each([[4711], ['4711'], ['1234567'], ['12345x'], [' 12345'], ['١٢٣٤٥٦'], ['123456\n'], [undefined]])(
    'A02 refuses %j',
    (code) => {
      expect(issuePaths(verifyEmail.body, { code })).toEqual(['code']);
    },
  );
});
