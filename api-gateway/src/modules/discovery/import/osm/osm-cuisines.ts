import type { Tag } from '@mahlzeit/contract';

// The tag of a cuisine's word is mostly the word itself; here stand those that are written in other ways.
const SAME = [
  'afghan', 'african', 'american', 'arab', 'argentinian', 'armenian', 'asian', 'australian', 'austrian', 'bagel', 'bakery', 'balkan', 'bar', 'barbecue',
  'bavarian', 'bengali', 'bistro', 'bosnian', 'bowl', 'brazilian', 'bread', 'breakfast', 'bulgarian', 'burger', 'burrito', 'cafe', 'cake', 'canteen',
  'caribbean', 'chicken', 'chinese', 'coffee', 'crepe', 'croatian', 'cuban', 'curry', 'cypriot', 'donut', 'dumplings', 'egyptian', 'ethiopian',
  'european', 'falafel', 'filipino', 'french', 'fusion', 'georgian', 'german', 'greek', 'gyros', 'halal', 'hawaiian', 'hotdog', 'hotpot', 'hummus',
  'hungarian', 'indian', 'indonesian', 'international', 'irish', 'israeli', 'italian', 'jamaican', 'japanese', 'jewish', 'juice', 'kebab', 'korean',
  'kosher', 'laotian', 'latvian', 'lebanese', 'lunch', 'macedonian', 'malaysian', 'mediterranean', 'mexican', 'moroccan', 'nepalese', 'noodles',
  'organic', 'oriental', 'pakistani', 'pancake', 'pasta', 'persian', 'peruvian', 'pizza', 'polish', 'portuguese', 'potato', 'pub', 'ramen', 'regional',
  'rhenish', 'romanian', 'russian', 'salad', 'sandwich', 'sausage', 'scandinavian', 'seafood', 'serbian', 'singaporean', 'slovak', 'snack', 'soup',
  'spanish', 'steak', 'sudanese', 'sushi', 'swabian', 'swiss', 'syrian', 'tacos', 'taiwanese', 'tamil', 'tapas', 'tea', 'thai', 'thuringian', 'tibetan',
  'turkish', 'ukrainian', 'uzbek', 'vegan', 'vegetarian', 'vietnamese', 'waffle', 'wine', 'wok', 'yemeni',
];

const OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  afrikanisches: ['african'], alpine_hut: ['alpinehut'], altbayerisch: ['bavarian'], anatolian: ['turkish'], arabic: ['arab'], argentinisches: ['argentinian'],
  armenean: ['armenian'], asian_fusion_and_sushi: ['asian', 'sushi'], asian_sushi_vietfood: ['asian', 'sushi', 'vietnamese'], ayurvedisch: ['indian'],
  bbq: ['barbecue'], beef: ['steak'], bowls: ['bowl'], brasilian: ['brazilian'], brunch: ['breakfast'], bubble_tea: ['bubbletea'], bulgarien: ['bulgarian'],
  burgers: ['burger'], buschenschank: ['winetavern'], cantonese: ['chinese'], casual_fine_dining: ['finedining'], catalan: ['spanish'], ceviche: ['peruvian'],
  china_restaurant: ['chinese'], coffee_shop: ['coffee'], cyprian: ['cypriot'], deli: ['sandwich'], deutsch: ['german'], diner: ['american'],
  döner: ['kebab'], doner: ['kebab'], east_asian: ['asian'], egypt: ['egyptian'], eiscafe: ['icecream', 'cafe'], fast_food: ['snack'], fastfood: ['snack'],
  fine_dining: ['finedining'], fish: ['seafood'], fish_and_chips: ['seafood', 'fishandchips'], flammkuchen: ['tarteflambee'], fondue: ['swiss'],
  frites: ['fries'], friture: ['fries'], fries: ['fries'], georgie: ['georgian'], gourmet: ['finedining'], grill: ['barbecue'], heuriger: ['winetavern'],
  homemade_pasta: ['pasta'], hot_dog: ['hotdog'], ice_cream: ['icecream'], indian_restaurant: ['indian'], indisch: ['indian'],
  'indische_-_singapuri_spezialitäten': ['indian', 'singaporean'], indochinese: ['asian'], indonesia: ['indonesian'], iranian: ['persian'],
  italian_jewish: ['italian', 'jewish'], italian_pizza: ['italian', 'pizza'], 
  'kaffe_-_und_kuchenspezialitäten': ['coffee', 'cake'], koreanisch: ['korean'], koreanisch_sushi: ['korean', 'sushi'], kroatisches_restaurant: ['croatian'],
  laos: ['laotian'], 'latin-american': ['latinamerican'], latin_american: ['latinamerican'], lateinamerikanische_küche: ['latinamerican'], libanese: ['lebanese'],
  local: ['regional'], modern_european_cusine: ['european'], nepal: ['nepalese'], nepalesisch: ['nepalese'], nepali: ['nepalese'], noodle: ['noodles'],
  norwegian: ['scandinavian'], original_thai_food: ['thai'], pastry: ['cake'], 'persisch-arabisch': ['persian', 'arab'], peru: ['peruvian'],
  philippinisch: ['filipino'], phillipinian: ['filipino'], poke: ['bowl', 'hawaiian'], portugese_tapas: ['portuguese', 'tapas'], pubfood: ['pub'], quiche: ['french'],
  regional_bis_deftig: ['regional', 'homestyle'], salads: ['salad'], sardinian: ['italian'], singapore: ['singaporean'], slovak_slow_food: ['slovak'],
  smoothie: ['juice'], snacks: ['snack'], soul_food: ['american'], soups: ['soup'], southern_states: ['american'], sri_lankan: ['srilankan'],
  steak_house: ['steak'], steakhouse: ['steak'], suhi: ['sushi'], sushi_vietnamesisch: ['sushi', 'vietnamese'], tibet: ['tibetan'], tex_mex: ['mexican'],
  'tex-mex': ['mexican'], traditional: ['homestyle'], trinidad: ['caribbean'], 'viet_&_sushi': ['vietnamese', 'sushi'], vietnam: ['vietnamese'],
  vietnamese_food: ['vietnamese'], 'vietnamesische_gerichte_&_sushi': ['vietnamese', 'sushi'], vietnamese_vegan: ['vietnamese', 'vegan'], weine: ['wine'],
  wine_tavern: ['winetavern'], world: ['international'], yugoslavian: ['balkan'],
};

const CUISINES: ReadonlyMap<string, readonly string[]> = new Map([...SAME.map((word) => [word, [word]] as const), ...Object.entries(OTHERWISE)]);

/** All words of the key cuisine that the table knows. */
export const knownCuisines = (): string[] => [...CUISINES.keys()];

/** The keys of the tags of a value of the key cuisine; null for one that the table doesn't know. */
export const tagsOfCuisine = (word: string): readonly string[] | null => CUISINES.get(word.trim().replace(/\s+/g, '_').replace(/^_+/, '')) ?? null;

/** A tag that an import brings where the database doesn't have it yet. */
type ImportedTag = Pick<Tag, 'key' | 'type'> & { readonly de: string; readonly en: string };

const cuisine = (key: string, de: string, en: string): ImportedTag => ({ key, type: 'cuisine', de, en });
const product = (key: string, de: string, en: string): ImportedTag => ({ key, type: 'product', de, en });
const attribute = (key: string, de: string, en: string): ImportedTag => ({ key, type: 'attribute', de, en });

/** The words that OpenStreetMap needs beyond those of every database. */
export const OSM_TAGS: ReadonlyMap<string, ImportedTag> = new Map([
  cuisine('afghan', 'Afghanisch', 'Afghan'), cuisine('arab', 'Arabisch', 'Arab'), cuisine('argentinian', 'Argentinisch', 'Argentinian'),
  cuisine('armenian', 'Armenisch', 'Armenian'), cuisine('australian', 'Australisch', 'Australian'), cuisine('bengali', 'Bengalisch', 'Bengali'),
  cuisine('bosnian', 'Bosnisch', 'Bosnian'), cuisine('brazilian', 'Brasilianisch', 'Brazilian'), cuisine('bulgarian', 'Bulgarisch', 'Bulgarian'),
  cuisine('caribbean', 'Karibisch', 'Caribbean'), cuisine('croatian', 'Kroatisch', 'Croatian'), cuisine('cuban', 'Kubanisch', 'Cuban'),
  cuisine('cypriot', 'Zyprisch', 'Cypriot'), cuisine('egyptian', 'Ägyptisch', 'Egyptian'), cuisine('ethiopian', 'Äthiopisch', 'Ethiopian'),
  cuisine('european', 'Europäisch', 'European'), cuisine('filipino', 'Philippinisch', 'Filipino'), cuisine('finedining', 'Gehobene Küche', 'Fine dining'),
  cuisine('fusion', 'Fusionsküche', 'Fusion'), cuisine('georgian', 'Georgisch', 'Georgian'), cuisine('hawaiian', 'Hawaiianisch', 'Hawaiian'),
  cuisine('homestyle', 'Hausmannskost', 'Home-style'), cuisine('hungarian', 'Ungarisch', 'Hungarian'), cuisine('indonesian', 'Indonesisch', 'Indonesian'),
  cuisine('irish', 'Irisch', 'Irish'), cuisine('israeli', 'Israelisch', 'Israeli'), cuisine('jamaican', 'Jamaikanisch', 'Jamaican'),
  cuisine('jewish', 'Jüdisch', 'Jewish'), cuisine('laotian', 'Laotisch', 'Laotian'), cuisine('latinamerican', 'Lateinamerikanisch', 'Latin American'),
  cuisine('latvian', 'Lettisch', 'Latvian'), cuisine('lebanese', 'Libanesisch', 'Lebanese'), cuisine('macedonian', 'Mazedonisch', 'Macedonian'),
  cuisine('malaysian', 'Malaysisch', 'Malaysian'), cuisine('moroccan', 'Marokkanisch', 'Moroccan'), cuisine('nepalese', 'Nepalesisch', 'Nepalese'),
  cuisine('pakistani', 'Pakistanisch', 'Pakistani'), cuisine('persian', 'Persisch', 'Persian'), cuisine('peruvian', 'Peruanisch', 'Peruvian'),
  cuisine('rhenish', 'Rheinisch', 'Rhenish'), cuisine('romanian', 'Rumänisch', 'Romanian'), cuisine('russian', 'Russisch', 'Russian'),
  cuisine('scandinavian', 'Skandinavisch', 'Scandinavian'), cuisine('serbian', 'Serbisch', 'Serbian'), cuisine('singaporean', 'Singapurisch', 'Singaporean'),
  cuisine('slovak', 'Slowakisch', 'Slovak'), cuisine('srilankan', 'Sri-lankisch', 'Sri Lankan'), cuisine('sudanese', 'Sudanesisch', 'Sudanese'),
  cuisine('swabian', 'Schwäbisch', 'Swabian'), cuisine('syrian', 'Syrisch', 'Syrian'), cuisine('taiwanese', 'Taiwanisch', 'Taiwanese'),
  cuisine('tamil', 'Tamilisch', 'Tamil'), cuisine('tapas', 'Tapas', 'Tapas'), cuisine('thuringian', 'Thüringisch', 'Thuringian'),
  cuisine('tibetan', 'Tibetisch', 'Tibetan'), cuisine('ukrainian', 'Ukrainisch', 'Ukrainian'), cuisine('uzbek', 'Usbekisch', 'Uzbek'),
  cuisine('winetavern', 'Heuriger', 'Wine tavern'), cuisine('yemeni', 'Jemenitisch', 'Yemeni'), cuisine('barbecue', 'Grill', 'Barbecue'),
  product('bagel', 'Bagels', 'Bagels'), product('bread', 'Brot', 'Bread'), product('bubbletea', 'Bubble Tea', 'Bubble tea'),
  product('burrito', 'Burritos', 'Burritos'), product('chicken', 'Hähnchen', 'Chicken'), product('crepe', 'Crêpes', 'Crêpes'),
  product('curry', 'Curry', 'Curry'), product('dumplings', 'Teigtaschen', 'Dumplings'), product('fishandchips', 'Backfisch', 'Fish and chips'),
  product('fries', 'Pommes', 'Fries'), product('hotdog', 'Hotdogs', 'Hot dogs'), product('hotpot', 'Feuertopf', 'Hot pot'),
  product('hummus', 'Hummus', 'Hummus'), product('icecream', 'Eis', 'Ice cream'), product('juice', 'Säfte und Smoothies', 'Juices and smoothies'),
  product('noodles', 'Nudelgerichte', 'Noodles'), product('pancake', 'Pfannkuchen', 'Pancakes'), product('potato', 'Kartoffelgerichte', 'Potato dishes'),
  product('ramen', 'Ramen', 'Ramen'), product('sausage', 'Wurst', 'Sausages'), product('tarteflambee', 'Flammkuchen', 'Tarte flambée'),
  product('tea', 'Tee', 'Tea'), product('waffle', 'Waffeln', 'Waffles'), product('wine', 'Wein', 'Wine'), product('wok', 'Wok', 'Wok'),
  product('falafel', 'Falafel', 'Falafel'), product('tacos', 'Tacos', 'Tacos'), product('donut', 'Donuts', 'Donuts'), product('gyros', 'Gyros', 'Gyros'),
  attribute('alpinehut', 'Almhütte', 'Alpine hut'), attribute('bar', 'Bar', 'Bar'), attribute('beergarden', 'Biergarten', 'Beer garden'),
  attribute('lunch', 'Mittagskarte', 'Lunch menu'), attribute('pub', 'Kneipe', 'Pub'), attribute('takeaway', 'Zum Mitnehmen', 'Takeaway'),
].map((tag) => [tag.key, tag]));
