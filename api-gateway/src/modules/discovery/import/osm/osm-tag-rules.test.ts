import { tagIdsOf } from './osm-tag-rules';

const read = (tags: Record<string, string>) => {
  const unknown: string[] = [];
  return { ids: tagIdsOf(tags, (_kind, word) => void unknown.push(word)), unknown };
};

describe('tagIdsOf', () => {
  it.each([
    [{ cuisine: 'italian' }, ['italian']],
    [{ cuisine: 'italian;pizza' }, ['italian', 'pizza']],
    [{ cuisine: 'Italian_Pizza; pasta , ice_cream' }, ['italian', 'pizza', 'pasta', 'icecream']],
    [{ cuisine: 'coffee_shop;coffee', amenity: 'cafe' }, ['coffee', 'cafe']],
    [{ amenity: 'restaurant', 'diet:vegan': 'yes' }, ['vegetarian', 'vegan']],
    [{ 'diet:vegan': 'no', 'diet:vegetarian': 'only', 'diet:halal': 'limited' }, ['vegetarian']],
    [{ takeaway: 'only', organic: 'yes' }, ['organic', 'takeaway']],
    [{}, []],
  ])('reads %j', (tags, ids) => {
    expect(read(tags)).toEqual({ ids, unknown: [] });
  });

  it('counts a cuisine that it does not know, and takes the others', () => {
    expect(read({ cuisine: 'new_london_cuisine;thai' })).toEqual({ ids: ['thai'], unknown: ['new_london_cuisine'] });
  });
});
