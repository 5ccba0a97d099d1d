import { placeOfDishType } from './canteen-dish-types';

describe('placeOfDishType', () => {
  it.each([
    ['Pasta', 'Mittagstisch'],
    ['Pizza', 'Mittagstisch'],
    ['Pizza Veggie', 'Mittagstisch'],
    ['Burger', 'Mittagstisch'],
    ['Grill', 'Mittagstisch'],
    ['Wok', 'Mittagstisch'],
    ['Studitopf', 'Mittagstisch'],
    ['StudiTopf', 'Mittagstisch'],
    ['Fleisch', 'Mittagstisch'],
    ['Fisch', 'Mittagstisch'],
    ['Tierisch', 'Mittagstisch'],
    ['Vegetarisch', 'Mittagstisch'],
    ['Vegetarisch/fleischlos', 'Mittagstisch'],
    ['Vegan', 'Mittagstisch'],
    ['Süßspeise', 'Mittagstisch'],
    ['HG1', 'Mittagstisch'],
    ['HG4', 'Mittagstisch'],
    ['Gericht 1', 'Mittagstisch'],
    ['Gericht 5', 'Mittagstisch'],
    ['Suppe', 'Suppen'],
    ['Suppentopf', 'Suppen'],
    ['Tagessupe, Brot, Obst', 'Suppen'],
    ['Tagessuppe', 'Suppen'],
    ['Salat', 'Salate'],
    ['Vorspeise', 'Vorspeisen'],
    ['B1', 'Beilagen'],
    ['B4', 'Beilagen'],
    ['Beilagen', 'Beilagen'],
    ['N1', 'Desserts'],
    ['N5', 'Desserts'],
    ['Dessert', 'Desserts'],
    ['Dessert vegan', 'Desserts'],
    ['Dessert (Glas)', 'Desserts'],
    ['Getränke', 'Getränke'],
  ])('puts %p under %s', (dishType, mealType) => {
    expect(placeOfDishType(dishType)).toMatchObject({ mealType, isKnown: true });
  });

  it.each(['', 'Bowl', 'Suppenkasper', 'Nudeln'])('counts the unknown type %p as Mittagstisch, behind all others', (dishType) => {
    expect(placeOfDishType(dishType)).toEqual({ mealType: 'Mittagstisch', order: 0, isAnimal: false, isKnown: false });
  });

  it('serves main dishes first, then soups, sides and desserts, and counters by their number', () => {
    const menu = ['N2', 'B1', 'Suppe', 'HG2', 'N1', 'HG1', 'Dessert'];
    const byOrder = [...menu].sort((a, b) => placeOfDishType(b).order - placeOfDishType(a).order);
    expect(byOrder).toEqual(['HG1', 'HG2', 'Suppe', 'B1', 'Dessert', 'N1', 'N2']);
  });
});
